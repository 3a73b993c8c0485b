import fc from 'fast-check'

// The same cases for everybody: a property that fails here fails there. `FUZZ_SEED=7 npm test` looks elsewhere.
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 20_261_116) })
