import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { MailConfig } from '../config.ts'
import { inboxRoutes } from './inbox-routes.ts'
import { smtpServer } from './smtp.ts'
import { MailStore } from './store.ts'

type MailOptions = { config: MailConfig; host: string; file: string; now: () => Date }

/** Opens the mail server on a port of its own, and its inbox under /mail. */
export async function addMail(app: FastifyInstance, { config, host, file, now }: MailOptions): Promise<void> {
  const store = await MailStore.open(file)
  const stop = new AbortController()
  const server = smtpServer({
    store,
    now,
    slowMs: config.slowMs,
    sleep: (milliseconds) => sleep(milliseconds, undefined, { signal: stop.signal }).catch(() => {}),
  })
  const listening = server.listen(config.port, host)
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  await app.register(inboxRoutes(store, `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`), {
    prefix: '/mail',
  })
  app.addHook('preClose', async () => {
    stop.abort()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
}
