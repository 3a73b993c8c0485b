/** As many events as one file takes while somebody waits for it; a narrower filter has fewer. */
export const MOST_EVENTS = 100_000
