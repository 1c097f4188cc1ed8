/** How many letters a text is wide: a Chinese character is as wide as two. */
export function letters(text: string): number {
  return [...text].reduce((sum, one) => sum + (/\p{Script=Han}/u.test(one) ? 2 : 1), 0);
}
