import { mount } from "svelte"
import App from "./App.svelte"
import "./felt.css"

mount(App, { target: document.body })
