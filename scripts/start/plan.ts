import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseRecord } from '../../server/database/index.ts'
import type { StartSettings } from './environment.ts'

/** The scripts of a start, relative to the checkout. */
export interface StartPlan {
  /** Run one after the other, each to its end, before the services. */
  tasks: { name: string; script: string; onlyForDemo?: boolean; asOwner?: boolean }[]
  /** Run concurrently; stopped one after the other in this order. */
  services: { name: string; script: string; onlyWithSandbox?: boolean; onlyWithConsole?: boolean }[]
}

export const PRODUCT: StartPlan = {
  tasks: [
    { name: 'migrate', script: 'server/src/main/migrate.ts', asOwner: true },
    { name: 'demo', script: 'server/demo/main.ts', onlyForDemo: true },
  ],
  services: [
    { name: 'http', script: 'server/src/main/http.ts' },
    { name: 'console', script: 'server/src/main/console.ts', onlyWithConsole: true },
    { name: 'worker', script: 'server/src/main/worker.ts' },
    { name: 'sandbox', script: 'sandbox/src/main.ts', onlyWithSandbox: true },
  ],
}

/** Polls the readiness URL until it answers 200; returns false when `keepWaiting` does. */
export async function waitUntilReady(url: string, keepWaiting: () => boolean): Promise<boolean> {
  while (keepWaiting()) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
      await answer.arrayBuffer()
      if (answer.status === 200) return true
    } catch {
      // Ignored: the server is not listening yet.
    }
    await sleep(100)
  }
  return false
}

/** The values printed when everything runs. */
export interface SummaryFacts {
  settings: StartSettings
  dataDir: string
  logFile: string
}

/** The closing text of the start; the demo login comes from `<dataDir>/demo.json`, which the demo task writes. */
export function summary(facts: SummaryFacts): string {
  const { appOrigin, sandboxPort, usesSandbox, usesSmsInbox, usesMailInbox, usesSandboxBank } = facts.settings
  const { consolePort, consoleOrigin } = facts.settings
  const sandbox = `http://127.0.0.1:${sandboxPort}`
  const demo = readDemoLogin(facts.dataDir)
  const rows: [string, string][] = [['Open', `${appOrigin}/lender`]]
  if (demo !== null) rows.push(['Log in', `phone ${demo.phone}   password ${demo.password}   (demo data)`])
  if (consolePort !== 0)
    rows.push([
      'Console',
      demo?.invitation
        ? `${demo.invitation}   (you join the staff)`
        : `${consoleOrigin}/console   (for the staff of the platform)`,
    ])
  if (usesSmsInbox) rows.push(['SMS', `${sandbox}/sms/   (codes sent to phones arrive here)`])
  if (usesMailInbox) rows.push(['E-mail', `${sandbox}/mail/   (notifications arrive here)`])
  if (usesSandboxBank) rows.push(['Bank', `${sandbox}/bank/   (pay in to a virtual account, as a customer)`])
  if (usesSandbox) rows.push(['Sandbox', `${sandbox}   (e-signatures of the demo)`])
  rows.push(['Data', facts.dataDir], ['Log', `${facts.logFile}   (npm start -- --verbose shows it all)`])
  const lines = rows.map(([label, text]) => `  ${label.padEnd(9)}${text}`)
  return ['', '  Pematang is running.', '', ...lines, '', '  Stop with Ctrl-C; the data stays.', ''].join(
    '\n',
  )
}

type DemoLogin = { phone: string; password: string; invitation: string | null }

function readDemoLogin(dataDir: string): DemoLogin | null {
  try {
    const value = parseRecord(readFileSync(path.join(dataDir, 'demo.json'), 'utf8'))
    const { phone, password, invitation } = value
    if (typeof phone !== 'string' || typeof password !== 'string') return null
    return { phone, password, invitation: typeof invitation === 'string' ? invitation : null }
  } catch {
    return null
  }
}
