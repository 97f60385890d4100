import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Finding = { id: string; impact: string | null; where: string[] }

/** Findings of axe-core on what the page shows now, the frames of other origins left out. */
async function findingsOf(page: Page): Promise<Finding[]> {
  // The debugger's way in: a script element would be refused by the page's own policy.
  await page.evaluate(axe)
  const findings: unknown =
    await page.evaluate(`axe.run(document, { iframes: false }).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ target }) => target.join(' ')) })))`)
  return findings as Finding[]
}

/** @param where named when it fails, e.g. 'login, 390, dark' */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  expect({ where, findings: await findingsOf(page) }).toEqual({ where, findings: [] })
}
