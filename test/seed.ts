import fc from 'fast-check'

// The same cases for everybody: what fails here fails there. `SEED=7 npm test` looks elsewhere.
export const SEED = Number(process.env['SEED'] ?? 20_261_116)
fc.configureGlobal({ seed: SEED })

/** `PROVE=all` proves again what a file beside a test says was proved. */
export const PROVES_ALL = process.env['PROVE'] === 'all'
