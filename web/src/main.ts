import { mount } from "svelte";
import App from "./App.svelte";
import "./look/page.css";
import "./look/contrast.css";
import "./look/forced.css";
import { at } from "./base";
import { look, upgrade } from "./live/build";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";

// A part of the page that is not there any more: the server was upgraded since.
addEventListener("vite:preloadError", () => void look().then(() => upgrade.broken()));
settings.load();
router.start();
const target = document.getElementById("app");
// In a turn of its own: a slow phone answers between reading the program and drawing the page.
if (target) setTimeout(() => mount(App, { target }));
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  addEventListener("load", () => void navigator.serviceWorker.register(at("/sw.js")).catch(() => undefined));
}
