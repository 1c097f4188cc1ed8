import { mount } from "svelte";
import App from "./App.svelte";
import "./look/page.css";
import "./look/forced.css";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";

settings.load();
router.start();
const target = document.getElementById("app");
// In a turn of its own: a slow phone answers between reading the program and drawing the page.
if (target) setTimeout(() => mount(App, { target }));
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}
