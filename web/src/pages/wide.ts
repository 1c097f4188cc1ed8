/** True if there is room for a side column beside the mat. Otherwise it is not rendered at all. */
import { MediaQuery } from "svelte/reactivity";

export const wide = new MediaQuery("(min-width: 1080px) and (min-height: 560px)", false);
