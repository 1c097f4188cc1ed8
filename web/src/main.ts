import { mount } from "svelte";
import App from "./App.svelte";
import "./look/page.css";
import "./look/contrast.css";
import "./look/forced.css";
import { at } from "./base";
import { look, upgrade } from "./live/build";
import { ignoreUnseen } from "./look/appearing";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import { loadTexts } from "./text";

// A chunk of the page is missing because the server was upgraded.
addEventListener("vite:preloadError", () => void look().then(() => upgrade.load()));
settings.load();
router.start();
ignoreUnseen();
const target = document.getElementById("app");
// In a task of its own, so that a slow phone can handle input between running the program and drawing the page.
if (target) void loadTexts(settings.lang).then(() => setTimeout(() => mount(App, { target })));
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  addEventListener("load", () => void navigator.serviceWorker.register(at("/sw.js")).catch(() => undefined));
}
