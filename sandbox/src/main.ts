import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { addBank } from './bank/plugin.ts'
import { readConfig } from './config.ts'
import { addEsign } from './esign/plugin.ts'
import type { TestPki } from './esign/pki.ts'
import { privyHosts } from './privy/hosts.ts'
import { createHttp } from './http.ts'
import { addMail } from './mail/plugin.ts'
import { writeDurably } from './platform/durable-file.ts'
import { claimFolder } from './platform/single-owner.ts'
import { addSms } from './sms/plugin.ts'
import { addTimestamps } from './tsa/plugin.ts'
import { addXignature } from './xignature/plugin.ts'

/**
 * The sandbox process: fakes the external services. Prints one line when it is ready, and stops on SIGTERM, SIGINT, and
 * when its parent process ends.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 })
  const releaseFolder = await claimFolder(config.dataFolder)
  const app = createHttp([
    config.host,
    ...privyHosts,
    ...(config.publicUrl === null ? [] : [new URL(config.publicUrl).hostname]),
  ])
  let address = ''
  const now = () => new Date()
  const signers = [
    await addEsign(app, {
      config: config.esign,
      privy: config.privy,
      dataFolder: path.join(config.dataFolder, 'esign'),
      publicUrl: () => config.publicUrl ?? address,
      now,
    }),
  ]
  if (config.xignatureKey !== null) {
    const dataFolder = path.join(config.dataFolder, 'xignature')
    signers.push(await addXignature(app, { apiKey: config.xignatureKey, dataFolder, now }))
  }
  const timestamps = await addTimestamps(app, { dataFolder: path.join(config.dataFolder, 'tsa'), now })
  // Writes the certificates of the authorities that the app may trust for signatures and time stamps. The first start
  // generates keys in parallel.
  const trust = (name: string, authorities: readonly TestPki[]) =>
    Promise.all(authorities.map((pki) => pki.authority())).then((certificates) =>
      writeDurably(path.join(config.dataFolder, 'trust', name), certificates.join('')),
    )
  await Promise.all([trust('signers.pem', signers), trust('timestamps.pem', [timestamps])])
  await addSms(app, {
    config: config.sms,
    file: path.join(config.dataFolder, 'sms', 'messages.json'),
    now,
  })
  await addMail(app, {
    config: config.mail,
    host: config.host,
    file: path.join(config.dataFolder, 'mail', 'messages.json'),
    now,
  })
  await addBank(app, {
    config: config.bank,
    file: path.join(config.dataFolder, 'bank', 'journal.jsonl'),
    now,
  })

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await app.close()
    await releaseFolder()
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
