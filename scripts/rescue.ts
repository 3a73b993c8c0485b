// Lets an admin in whom nobody can let in any more: `npm run -s rescue -- admin`, with DATA_DIR or DATABASE_URL as for npm start. The server
// on the embedded database must be stopped. The account gets a new password, is enabled, and loses its second step and its sessions.
import { ConfigError, readConfig, urlsOf } from '../src/server/config.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { rescueAdmin } from '../src/server/sign-in/rescue.ts'

const say = (line: string) => console.log(line)

const rescue = async (username: string): Promise<void> => {
  const config = readConfig(process.env, [])
  const own = urlsOf(config)
  const embedded = own ? undefined : await startEmbedded({ dataDir: config.DATA_DIR, log: say })
  try {
    const database = openDatabase((own ?? embedded!).url, { max: 1 })
    const password = await rescueAdmin(database, username)
    await database.close()
    if (password === undefined) throw new ConfigError(`There is no admin “${username}”. Nothing was changed.`)
    say(`${username} signs in with this password and changes it there: ${password}`)
  } finally {
    await embedded?.stop()
  }
}

try {
  const [username, ...more] = process.argv.slice(2)
  if (!username || more.length > 0) throw new ConfigError('Usage: npm run -s rescue -- <account>')
  await rescue(username)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
