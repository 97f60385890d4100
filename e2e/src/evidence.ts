import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { artifacts } from './artifacts.ts'
import type { Visit } from './browser.ts'
import { type ProductAddress, readLog } from './product.ts'

/** A failed try of a journey. */
export type FailedTry = {
  title: string
  /** 1 for the first try. */
  number: number
  startedAt: Date
  product: ProductAddress
  visits: readonly Visit[]
}

/**
 * Keeps what one needs to understand a failed journey: a screenshot of each tab, the console and the API calls of each
 * window, and what the product's processes logged since the journey began.
 * @returns the files, from the working directory
 */
export async function keepEvidence(failed: FailedTry): Promise<string[]> {
  const folder = path.join(artifacts, slug(failed.title), `try-${failed.number}`)
  mkdirSync(folder, { recursive: true })
  const files = [path.join(folder, 'server.log')]
  writeFileSync(path.join(folder, 'server.log'), readLog(failed.product, failed.startedAt))
  for (const [window, { context, watch }] of failed.visits.entries()) {
    for (const [tab, page] of context.pages().entries()) {
      const file = path.join(folder, `window-${window + 1}-tab-${tab + 1}.png`)
      await page.screenshot({ path: file, timeout: 10_000 }).then(
        () => files.push(file),
        () => undefined,
      )
    }
    const file = path.join(folder, `window-${window + 1}.log`)
    const lines = [
      'Unexpected:',
      ...watch.verdict(),
      '',
      'Calls:',
      ...watch.calls,
      '',
      'Console:',
      ...watch.console,
    ]
    writeFileSync(file, `${lines.join('\n')}\n`)
    files.push(file)
  }
  return files.map((file) => path.relative(process.cwd(), file))
}

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
