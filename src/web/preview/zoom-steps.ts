const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2, 2.5, 3, 4]

/** The next round step, however odd the zoom is that fitting made. */
export const nextZoom = (value: number, direction: 1 | -1): number =>
  direction > 0
    ? (steps.find((step) => step > value + 0.005) ?? steps.at(-1)!)
    : (steps.findLast((step) => step < value - 0.005) ?? steps[0]!)
