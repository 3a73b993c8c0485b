/** One step of a pattern: this character, any one character, or any number of them. */
export type Step = { is: string } | 'one' | 'any'

/**
 * Whether the whole text fits the pattern. Only the last `any` is ever taken back, for every earlier one has found its place: many stars
 * in a regular expression would be tried in all combinations.
 */
export function fitsWildcard(text: string, steps: readonly Step[]): boolean {
  const characters = [...text]
  let [at, step] = [0, 0]
  let star: { step: number; at: number } | undefined
  while (at < characters.length) {
    const wanted = steps[step]
    if (wanted === 'any') star = { step: ++step, at }
    else if (wanted === 'one' || (wanted !== undefined && wanted.is === characters[at])) [at, step] = [at + 1, step + 1]
    else if (star) [at, step] = [++star.at, star.step]
    else return false
  }
  return steps.slice(step).every((rest) => rest === 'any')
}
