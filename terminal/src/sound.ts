// Sounds made on the spot, off until somebody wants them. Never music, and a loss is silent.
import { prefs } from "./prefs.svelte"

type Note = { at: number; hertz: number; lasts: number; loud?: number; kind?: OscillatorType }

const NOTES = {
  open: [note(0, 523, 0.16), note(0.14, 659, 0.22)],
  tick: [note(0, 880, 0.04, 0.25)],
  closed: [note(0, 196, 0.35)],
  refused: [note(0, 440, 0.14), note(0.13, 330, 0.22)],
  decide: [note(0, 784, 0.6, 0.6)],
  win: [note(0, 392, 0.7, 0.7, "triangle")],
  accepted: [note(0, 150, 0.06, 0.8, "triangle")],
} satisfies Record<string, Note[]>

export type Sound = keyof typeof NOTES | "card"

let context: AudioContext | undefined

export function play(sound: Sound): void {
  if (!prefs.sound || document.hidden) return
  context ??= new AudioContext()
  void context.resume()
  if (sound === "card") paper(context)
  else for (const each of NOTES[sound]) ring(context, each)
}

function note(at: number, hertz: number, lasts: number, loud = 0.5, kind: OscillatorType = "sine"): Note {
  return { at, hertz, lasts, loud, kind }
}

function ring(audio: AudioContext, { at, hertz, lasts, loud = 0.5, kind = "sine" }: Note): void {
  const start = audio.currentTime + at
  const tone = audio.createOscillator()
  tone.type = kind
  tone.frequency.value = hertz
  const gain = faded(audio, start, lasts, loud)
  tone.connect(gain).connect(audio.destination)
  tone.start(start)
  tone.stop(start + lasts)
}

/** A card on felt: forty milliseconds of noise. */
function paper(audio: AudioContext): void {
  const lasts = 0.04
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * lasts), audio.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1
  const source = audio.createBufferSource()
  source.buffer = buffer
  const filter = audio.createBiquadFilter()
  filter.type = "bandpass"
  filter.frequency.value = 2_400
  source.connect(filter).connect(faded(audio, audio.currentTime, lasts, 0.5)).connect(audio.destination)
  source.start()
}

function faded(audio: AudioContext, start: number, lasts: number, loud: number): GainNode {
  const gain = audio.createGain()
  gain.gain.setValueAtTime(loud * prefs.volume, start)
  gain.gain.exponentialRampToValueAtTime(0.001, start + lasts)
  return gain
}
