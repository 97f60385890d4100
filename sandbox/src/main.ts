import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { addBank } from './bank/plugin.ts'
import { readConfig } from './config.ts'
import { addEsign } from './esign/plugin.ts'
import { createHttp } from './http.ts'
import { claimFolder } from './platform/single-owner.ts'
import { addSms } from './sms/plugin.ts'
import { addXignature } from './xignature/plugin.ts'

/**
 * The sandbox process: stands in for the services outside. Prints one line when it is ready, stops on
 * SIGTERM, SIGINT, and when the process that forked it goes away.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 })
  const giveBack = await claimFolder(config.dataFolder)
  const app = createHttp()
  let address = ''
  await addEsign(app, {
    config: config.esign,
    dataFolder: path.join(config.dataFolder, 'esign'),
    publicUrl: () => config.publicUrl ?? address,
    now: () => new Date(),
  })
  if (config.xignatureKey !== null) {
    await addXignature(app, {
      apiKey: config.xignatureKey,
      dataFolder: path.join(config.dataFolder, 'xignature'),
      now: () => new Date(),
    })
  }
  await addSms(app, {
    config: config.sms,
    file: path.join(config.dataFolder, 'sms', 'messages.json'),
    now: () => new Date(),
  })
  await addBank(app, {
    config: config.bank,
    file: path.join(config.dataFolder, 'bank', 'journal.jsonl'),
    now: () => new Date(),
  })

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await app.close()
    await giveBack()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)

  await app.listen({ host: config.host, port: config.port })
  const { port } = app.server.address() as AddressInfo
  address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  process.stdout.write(`Sandbox ready at ${config.publicUrl ?? address}\n`)
  process.send?.({ ready: config.publicUrl ?? address })
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
