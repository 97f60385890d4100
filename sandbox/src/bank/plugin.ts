import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { BankConfig } from '../config.ts'
import { Book } from './book.ts'
import { Caller } from './caller.ts'
import { customerRoutes } from './customer-routes.ts'
import { readBanks } from './keys.ts'
import { pageRoutes } from './page-routes.ts'
import { snapRoutes } from './snap-routes.ts'
import { tell, type Teller } from './teller.ts'

type BankOptions = { config: BankConfig; file: string; now: () => Date }

/** Opens both banks with what is kept in `file`, and hangs their routes under /bank. */
export async function addBank(app: FastifyInstance, { config, file, now }: BankOptions): Promise<void> {
  const banks = await readBanks(config.keysFile)
  const book = await Book.open(file)
  const stop = new AbortController()
  const shared = {
    book,
    now,
    slowMs: config.slowMs,
    lateMs: config.lateMs,
    sleep: (milliseconds: number) =>
      sleep(milliseconds, undefined, { signal: stop.signal, ref: false }).catch(() => {}),
  }
  const teller: Teller = {
    ...shared,
    banks: banks.map((bank) => ({ bank, caller: new Caller({ bank, appUrl: config.appUrl, now }) })),
    retryMs: config.retryMs,
    stopped: () => stop.signal.aborted,
    overtaken: [],
  }
  for (const bank of banks) {
    const desk = { ...shared, bank, timeoutMs: config.timeoutMs }
    await app.register(snapRoutes(desk), { prefix: `/bank/${bank.methodPayment}` })
  }
  await app.register(customerRoutes(teller), { prefix: '/bank' })
  await app.register(pageRoutes(teller), { prefix: '/bank' })
  app.addHook('onListen', async () => {
    for (const payment of book.payments()) if (payment.open) void tell(teller, payment)
  })
  app.addHook('preClose', async () => stop.abort())
  app.addHook('onClose', async () => book.close())
}
