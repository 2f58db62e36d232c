import { mount } from "svelte"
import App from "./App.svelte"
import "./felt.css"
import { openNames } from "./words/chinese.svelte"

// A Chinese page shows no English name first.
void openNames().then(() => mount(App, { target: document.body }))
