import { makeApp } from './app.ts'
import { onStop, startProcess } from './process.ts'

/** The process that answers HTTP. On a stop it takes no new request and ends those under way. */
const context = await startProcess()
const app = await makeApp(context)
await app.listen({ port: context.config.PORT, host: context.config.HOST })
onStop(async () => {
  await app.close()
  await context.db.close()
})
