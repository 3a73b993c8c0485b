/** Few of many are not none. */
export const percent = (share: number): string => (share === 0 ? '0' : share < 0.0001 ? '<0.01' : (share * 100).toFixed(2))
