import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { SmsConfig } from '../config.ts'
import { apiRoutes } from './api-routes.ts'
import type { Gateway } from './gateway.ts'
import { inboxRoutes } from './inbox-routes.ts'
import { SmsStore } from './store.ts'

type SmsOptions = { config: SmsConfig; file: string; now: () => Date }

/** Opens the SMS gateway and its inbox with the data stored in `file`, and registers its routes under /sms. */
export async function addSms(app: FastifyInstance, { config, file, now }: SmsOptions): Promise<void> {
  const store = await SmsStore.open(file)
  const stop = new AbortController()
  const gateway: Gateway = {
    store,
    now,
    slowMs: config.slowMs,
    lateMs: config.lateMs,
    sleep: (milliseconds) => sleep(milliseconds, undefined, { signal: stop.signal }).catch(() => {}),
    tries: new Map(),
  }
  await app.register(apiRoutes(gateway, config.apiKey), { prefix: '/sms/v1' })
  await app.register(inboxRoutes(store), { prefix: '/sms' })
  app.addHook('preClose', async () => stop.abort())
}
