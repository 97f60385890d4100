import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { BankConfig } from '../config.ts'
import { Store } from './store.ts'
import { Caller } from './caller.ts'
import { customerRoutes } from './customer-routes.ts'
import { readBanks } from './keys.ts'
import { pageRoutes } from './page-routes.ts'
import { addPastLines, readPastLines } from './past-lines.ts'
import { snapRoutes } from './snap-routes.ts'
import { notify, type PaymentContext } from './payments.ts'

type BankOptions = { config: BankConfig; file: string; now: () => Date }

/** Opens both banks with the data stored in `file`, and registers their routes under /bank. */
export async function addBank(app: FastifyInstance, { config, file, now }: BankOptions): Promise<void> {
  const banks = await readBanks(config.keysFile)
  const past = await readPastLines(config.pastLinesFile)
  const store = await Store.open(file)
  await addPastLines(store, past)
  const stop = new AbortController()
  const shared = {
    store,
    now,
    slowMs: config.slowMs,
    lateMs: config.lateMs,
    sleep: (milliseconds: number) =>
      sleep(milliseconds, undefined, { signal: stop.signal, ref: false }).catch(() => {}),
  }
  const payments: PaymentContext = {
    ...shared,
    banks: banks.map((bank) => ({ bank, caller: new Caller({ bank, appUrl: config.appUrl, now }) })),
    retryMs: config.retryMs,
    stopped: () => stop.signal.aborted,
    overtaken: [],
  }
  for (const bank of banks) {
    const transfers = { ...shared, bank, timeoutMs: config.timeoutMs }
    await app.register(snapRoutes(transfers), { prefix: `/bank/${bank.methodPayment}` })
  }
  await app.register(customerRoutes(payments), { prefix: '/bank' })
  await app.register(pageRoutes(payments), { prefix: '/bank' })
  app.addHook('onListen', async () => {
    for (const payment of store.payments()) if (payment.open) void notify(payments, payment)
  })
  app.addHook('preClose', async () => stop.abort())
  app.addHook('onClose', async () => store.close())
}
