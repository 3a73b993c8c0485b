/** ln Γ by Lanczos; good to 1e-13 for positive arguments. */
function logGamma(x: number): number {
  const weights = [
    676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905, -0.13857109526572012,
    9.984369578019572e-6, 1.5056327351493116e-7,
  ]
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const z = x - 1
  const series = weights.reduce((sum, weight, index) => sum + weight / (z + index + 1), 0.9999999999998099)
  const t = z + weights.length - 0.5
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(series)
}

/** Upper regularised incomplete gamma: by series below the hump, by continued fraction beyond it. */
function gammaQ(a: number, x: number): number {
  const scale = Math.exp(-x + a * Math.log(x) - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let n = 1; n < 10_000 && term > sum * 1e-16; n++) sum += term *= x / (a + n)
    return Math.max(0, 1 - sum * scale)
  }
  let b = x + 1 - a
  let c = 1 / 1e-300
  let d = 1 / b
  let h = d
  for (let i = 1; i < 10_000; i++) {
    const an = -i * (i - a)
    b += 2
    d = 1 / (an * d + b || 1e-300)
    c = b + an / c || 1e-300
    h *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return Math.min(1, scale * h)
}

/** Chance of a χ² at least so large with so many degrees of freedom. */
export const chiSquareP = (statistic: number, freedom: number): number =>
  freedom <= 0 || statistic <= 0 ? 1 : gammaQ(freedom / 2, statistic / 2)

/** Chance of a two-sample Kolmogorov–Smirnov distance at least so large (asymptotic, with Stephens' correction). */
export function kolmogorovP(distance: number, n: number, m: number): number {
  const root = Math.sqrt((n * m) / (n + m))
  const lambda = (root + 0.12 + 0.11 / root) * distance
  if (lambda < 0.2) return 1
  let sum = 0
  for (let k = 1; k <= 100; k++) sum += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * k * k * lambda * lambda)
  return Math.min(1, Math.max(0, sum))
}
