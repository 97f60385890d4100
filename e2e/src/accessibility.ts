import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Finding = { id: string; impact: string | null; where: string[] }

/** Findings of axe-core on the current page, without the frames of other origins. */
async function findingsOf(page: Page, options: object): Promise<Finding[]> {
  // The script is injected through the debugger, because the content security policy of the page forbids a script
  // element.
  await page.evaluate(axe)
  const findings: unknown =
    await page.evaluate(`axe.run(document, ${JSON.stringify({ iframes: false, ...options })}).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ target }) => target.join(' ')) })))`)
  return findings as Finding[]
}

/** @param where the name of the page in the error message, e.g. 'login, 390, dark' */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // Right after a change of the colour scheme the browser may still report some old colours.
  await expect
    .poll(async () => ({ where, findings: await findingsOf(page, {}) }), { timeout: 5_000, interval: 500 })
    .toEqual({ where, findings: [] })
}

/** Checks that every control is at least 24 px high and wide, or has as much space around it (WCAG 2.5.8). */
export async function expectLargeTargets(page: Page, where: string): Promise<void> {
  const findings = await findingsOf(page, { runOnly: ['target-size'] })
  expect({ where, findings }).toEqual({ where, findings: [] })
}
