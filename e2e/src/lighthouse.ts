import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findTool } from '../../scripts/setup-tests/tools.ts'
import { chooseMenu } from './account-screens.ts'
import { browserFlags, phone } from './browser.ts'
import { demoLender } from './dashboard.ts'
import { dialogTable, medianRun, type Run, screenTable } from './lighthouse-table.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { Product } from './product.ts'
import { dashboardShown, logInByForm } from './screens.ts'

// Measures the screens on a phone: Lighthouse's mobile preset (simulated slow 4G, a CPU four times slower) on the whole
// product with the demo's lender, cold cache, the median of several runs. A dialog has no URL: for it, the blocking
// time of the main thread and the time to open are measured, on a CPU four times slower.

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    /** Measures only screens with this word in their name. */
    only: { type: 'string', default: '' },
    out: { type: 'string' },
  },
})
const runs = Number(values.runs)
if (!(Number.isInteger(runs) && runs > 0)) throw new Error('--runs is a whole number above zero')

const screens = {
  portfolio: '/lender/dashboard/porto',
  'transaction history': '/lender/dashboard/transaction-history',
  marketplace: '/lender/marketplace/list',
  deposit: '/lender/deposit',
}
const dialogs = { profile: 'Profil', withdraw: 'Tarik Dana' }
const isWanted = (name: string) => name.includes(values.only)

type Report = {
  categories: { performance: { score: number } }
  audits: Record<string, { numericValue?: number; details?: { items?: unknown[] } }>
}
type Request = { resourceType?: string; transferSize?: number; url?: string }

/** Retries when the browser recorded no start of the page (NO_NAVSTART), which happens occasionally. */
async function retryUntraced<T>(run: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (tries > 1 && String(error).includes('NO_NAVSTART')) return retryUntraced(run, tries - 1)
    throw error
  }
}

/** Runs Lighthouse once in the browser on this port, with the session of that browser. */
async function runLighthouse(port: number, url: string): Promise<Run> {
  const cli = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'))
  const flags = ['--quiet', '--output=json', '--only-categories=performance', '--throttling-method=simulate']
  // Lighthouse's own storage reset would also end the session, so this script clears the cache itself.
  const args = [cli, url, `--port=${port}`, '--disable-storage-reset', ...flags]
  const { stdout } = await retryUntraced(() =>
    promisify(execFile)(process.execPath, args, { maxBuffer: 256 << 20 }),
  )
  const { categories, audits } = JSON.parse(stdout) as Report
  const milliseconds = (audit: string) => Math.round(audits[audit]?.numericValue ?? Number.NaN)
  const requests = (audits['network-requests']?.details?.items ?? []) as Request[]
  const script = requests.filter(({ resourceType }) => resourceType === 'Script')
  return {
    score: Math.round(categories.performance.score * 100),
    firstPaint: milliseconds('first-contentful-paint'),
    largestPaint: milliseconds('largest-contentful-paint'),
    blocking: milliseconds('total-blocking-time'),
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    scriptKilobytes: script.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_000,
  }
}

async function measure(context: BrowserContext, port: number, url: string): Promise<Run> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const measured: Run[] = []
  for (let run = 0; run < runs; run += 1) {
    await session.send('Network.clearBrowserCache')
    measured.push(await runLighthouse(port, url))
    console.error(`${url}: ${JSON.stringify(measured.at(-1))}`)
  }
  await page.close()
  return medianRun(measured)
}

async function openDialog(page: Page, entry: string): Promise<{ blocking: number; opens: number }> {
  await page.goto(screens.portfolio, { waitUntil: 'networkidle' })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(() => {
    const noted: number[] = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.push(duration)
    }).observe({ entryTypes: ['longtask'] })
    Object.assign(window, { noted })
  })
  const begun = performance.now()
  await chooseMenu(page, entry)
  await page.getByRole('dialog').waitFor()
  const opens = Math.round(performance.now() - begun)
  await page.waitForLoadState('networkidle')
  const tasks = await page.evaluate(() => (window as unknown as { noted: number[] }).noted)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return { blocking: Math.round(tasks.reduce((sum, each) => sum + Math.max(0, each - 50), 0)), opens }
}

async function withBrowser<T>(
  origin: string,
  work: (context: BrowserContext, port: number) => Promise<T>,
): Promise<T> {
  const port = await freePort()
  const profile = mkdtempSync(path.join(os.tmpdir(), 'pematang-lighthouse-'))
  const { width = 390, height = 844 } = phone
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findTool('chromium'),
    args: [...browserFlags(), `--remote-debugging-port=${port}`],
    baseURL: origin,
    viewport: { width, height },
    locale: 'id-ID',
  })
  try {
    return await work(context, port)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

const product = await Product.make()
try {
  await product.start()
  const { origin } = product.address
  const loadBefore = os.loadavg()[0] ?? 0
  const measured: Record<string, Run> = {}
  const opened: Record<string, { blocking: number; opens: number }> = {}
  if (isWanted('login')) {
    measured.login = await withBrowser(origin, (context, port) =>
      measure(context, port, `${origin}/lender/login`),
    )
  }
  await withBrowser(origin, async (context, port) => {
    const page = await context.newPage()
    await logInByForm(page, demoLender(product.address))
    await dashboardShown(page)
    for (const [name, address] of Object.entries(screens)) {
      if (isWanted(name)) measured[name] = await measure(context, port, origin + address)
    }
    for (const [name, entry] of Object.entries(dialogs)) {
      if (!isWanted(name)) continue
      const each = []
      for (let run = 0; run < runs; run += 1) each.push(await openDialog(page, entry))
      opened[name] = each.toSorted((a, b) => a.blocking - b.blocking)[Math.floor(runs / 2)] ?? each[0]!
    }
  })
  const date = new Date().toISOString().slice(0, 10)
  const text = [
    `# Screens on a phone, ${date}`,
    '',
    `Lighthouse's mobile preset (simulated slow 4G, a processor four times slower), cold cache, the demo's lender; the median of ${runs}.`,
    `Machine: ${os.cpus()[0]?.model.trim() ?? 'unknown'}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB. Load average before: ${loadBefore.toFixed(2)}.`,
    '',
    screenTable(measured),
    '',
    'Dialogs, opened from the account menu of the portfolio on a processor four times slower:',
    '',
    dialogTable(opened),
    '',
  ].join('\n')
  console.log(text)
  // Relative to the folder in which npm was called, not to that of the workspace.
  if (values.out) writeFileSync(path.resolve(process.env.INIT_CWD ?? '.', values.out), text)
} finally {
  await product.remove()
}
