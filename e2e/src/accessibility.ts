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
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe)
  const asked = { iframes: false, resultTypes: ['violations'], ...options }
  const findings: unknown =
    await page.evaluate(`axe.run(document, ${JSON.stringify(asked)}).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ target }) => target.join(' ')) })))`)
  return findings as Finding[]
}

/** @param where the name of the page in the error message, e.g. 'login, 390, dark' */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await expectNoFindings(page, where, {})
}

/** Checks that every control is at least 24 px high and wide, or has as much space around it (WCAG 2.5.8). */
export async function expectLargeTargets(page: Page, where: string): Promise<void> {
  await expectNoFindings(page, where, { runOnly: ['target-size'] })
}

async function expectNoFindings(page: Page, where: string, options: object): Promise<void> {
  // Right after a change of size or colour scheme the browser may still report some old places and colours. One look alone
  // takes seconds on a busy machine.
  await expect
    .poll(async () => ({ where, findings: await findingsOf(page, options) }), {
      interval: 500,
    })
    .toEqual({ where, findings: [] })
}
