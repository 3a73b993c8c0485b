// The one entry of every npm script. Plain JavaScript without dependencies: it runs on a fresh clone, on any Node from 20 on.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    `This program needs Node 20 or newer to start; here is ${process.version}. Install Node 24 from https://nodejs.org and try again.`,
  )
  process.exit(1)
}

const [{ say, Sentence }, { ensureRuntime }, { ensureInstalled }] = await Promise.all([
  import('./run/sentence.mjs'),
  import('./run/runtime.mjs'),
  import('./run/install.mjs'),
])

const verbs = {
  install: async () => 0,
  start: async (runtime, args) => {
    const [{ ensureWeb }, { start }] = await Promise.all([import('./run/web.mjs'), import('./run/serve.mjs')])
    await ensureWeb(runtime)
    return start(runtime, args)
  },
  worker: async (runtime) => (await import('./run/serve.mjs')).work(runtime),
  dev: async (runtime, args) => (await import('./run/serve.mjs')).dev(runtime, args),
  test: async (runtime, args) => (await import('./run/test.mjs')).test(runtime, args),
  check: async (runtime) => ((await (await import('./run/check.mjs')).check(runtime)).failed === 0 ? 0 : 1),
  exec: async (runtime, [bin, ...args]) => (await import('./run/child.mjs')).runBin(runtime, bin, args).code,
  node: async (runtime, args) => {
    const { compiled, run } = await import('./run/child.mjs')
    return run(runtime.node, args, { env: compiled(runtime.env) }).code
  },
}

const [verb = '', ...args] = process.argv.slice(2)
try {
  if (!Object.hasOwn(verbs, verb)) throw new Sentence(`Usage: node scripts/run.mjs ${Object.keys(verbs).join(' | ')}`)
  const runtime = await ensureRuntime()
  await ensureInstalled(runtime)
  process.exitCode = await verbs[verb](runtime, args)
} catch (error) {
  say(error instanceof Sentence ? error.message : error.stack)
  process.exitCode = 1
}
