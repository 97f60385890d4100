import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isAlive } from '../../server/database/index.ts'
import { runSteps, type Step } from './steps.ts'

let root = ''
const inside = (name: string): string => path.join(root, name)
/** Waits until another step has written its file, so that the two run at the same time. */
const until = (name: string): string => `until [ -e ${name} ]; do sleep 0.05; done`

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'pematang-steps-'))
  const scripts = {
    left: `echo left begins with $(nice); touch left-runs; ${until('right-runs')}; echo left ends`,
    right: `echo right begins with $(nice) >&2; touch right-runs; ${until('left-runs')}; echo right ends`,
    later: 'touch later',
    hangs: `sleep 300 & echo $! > child; wait`,
    'fails:now': `${until('child')}; echo so it is; exit 3`,
  }
  writeFileSync(inside('package.json'), JSON.stringify({ scripts }))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function run(...rows: Step[][]): Promise<{ failed: string | null; printed: string }> {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  try {
    const failed = await runSteps(rows, { root, logs: inside('logs'), env: process.env })
    return { failed, printed: print.mock.calls.join('\n') }
  } finally {
    print.mockRestore()
  }
}

test('rows of steps run beside each other, the first row before the others, and the output of each is printed whole when it ends', async () => {
  const { failed, printed } = await run([['left']], [['right'], ['later']])
  expect(failed).toBe(null)
  const own = getPriority()
  expect(printed).toContain(`\nleft begins with ${own}\nleft ends\n`)
  expect(printed).toContain(`\nright begins with ${own + 5}\nright ends\n`)
  expect(existsSync(inside('later'))).toBe(true)
})

test('the first step that fails ends the others with what they started, and no further step begins', async () => {
  rmSync(inside('later'), { force: true })
  const { failed, printed } = await run([['hangs'], ['later']], [['fails:now'], ['later']])
  expect(failed).toBe('fails:now')
  expect(printed).toContain('so it is')
  expect(printed).toContain('npm run hangs was stopped')
  expect(isAlive(Number(readFileSync(inside('child'), 'utf8')))).toBe(false)
  expect(existsSync(inside('later'))).toBe(false)
})
