/** Whether there is room beside the mat, where the table has its side. What is not shown is not made either. */
import { MediaQuery } from "svelte/reactivity";

export const wide = new MediaQuery("(min-width: 1080px) and (min-height: 560px)", false);
