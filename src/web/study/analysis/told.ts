/** Of fewer than five persons nobody is told how many. */
export const told = (n: number | null): string => (n === null ? '<5' : String(n))
