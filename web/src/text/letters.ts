/** Return the width of a text in letters: a Chinese character counts twice. */
export function letters(text: string): number {
  return [...text].reduce((sum, one) => sum + (/\p{Script=Han}/u.test(one) ? 2 : 1), 0);
}
