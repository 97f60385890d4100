import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keepBanks } from '../../../../../scripts/start/banks.ts'
import { startSandbox, type SandboxProcess } from '../../testing/sandbox-process.ts'
import { type Bank, readBanks } from '../banks.ts'

export type PaidIn = {
  id: string
  /** True until the app has given a final answer to the payment's notices. */
  open: boolean
  deliveries: { status: number | null; code: string | null; note: string }[]
}

export type SandboxBank = {
  /** The settings of both banks for the app. Their URLs are valid while the sandbox runs. */
  banks: readonly Bank[]
  /** Starts the sandbox with its stored state; the banks send their notices to the app at this address. */
  start(appUrl: string, settings?: Record<string, string>): Promise<void>
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Simulates a payment by a customer. */
  pay(order: { number: string; amount: number; fault?: string; bank?: 1 | 2 }): Promise<PaidIn>
  payment(id: string): Promise<PaidIn>
  /** The payments, newest first. */
  state(): Promise<{ payments: PaidIn[] }>
  turn(switches: { bank: 1 | 2; notices: string | null; transfers: string | null }): Promise<void>
  remove(): Promise<void>
}

/** The sandbox's banks for tests, with keys of their own that are generated like those of `npm start`. */
export async function makeSandboxBank(): Promise<SandboxBank> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-bank-'))
  const files = keepBanks(folder, 4010)
  const banks = readBanks(files.app)
  let running: SandboxProcess | null = null
  const call = async <T>(method: string, address: string, body?: object): Promise<T> => {
    const response = await fetch(`${running?.baseUrl}/bank/${address}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${address} was answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const stop: SandboxBank['stop'] = async (signal) => {
    await running?.stop(signal)
    running = null
  }
  return {
    banks,
    async start(appUrl, settings = {}) {
      const bankSettings = {
        SANDBOX_BANKS_FILE: files.sandbox,
        SANDBOX_BANK_APP_URL: appUrl,
        SANDBOX_BANK_SLOW_MS: '200',
        SANDBOX_BANK_TIMEOUT_MS: '1500',
        SANDBOX_BANK_LATE_MS: '3000',
        SANDBOX_BANK_RETRY_MS: '100',
      }
      running = await startSandbox({ ...bankSettings, ...settings }, path.join(folder, 'sandbox'))
      for (const { methodPayment, outbound } of banks) {
        if (outbound) outbound.baseUrl = `${running.baseUrl}/bank/${methodPayment}`
      }
    },
    stop,
    pay: (order) => call('POST', 'payments', order),
    payment: (id) => call('GET', `payments/${id}`),
    state: () => call('GET', 'state.json'),
    turn: async (switches) => void (await call('PUT', 'switches', switches)),
    async remove() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
