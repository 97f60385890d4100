import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileCache } from '../../../testing/compile-cache.ts'
import { testCertificate } from '../../../testing/certificate.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

/** Runs the command line as an operator does: as a process with an environment, streams and an exit code. */
let fixture: Fixture
let folder: string
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'the process has a pool of its own, which is whole' })
  folder = await mkdtemp(join(tmpdir(), 'pematang-operator-'))
})
afterAll(async () => {
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})

const main = join(import.meta.dirname, '../operator.ts')

async function operator(args: string[], input = '', environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      PATH: process.env['PATH'],
      ...compileCache,
      USER: 'dewi',
      DATABASE_URL: fixture.databaseUrl,
      // The product of this checkout may have files of its own.
      PEMATANG_DATA: folder,
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  const [out, err, exit] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { exit, out, err }
}

test('SRV-01 the operator’s program prints help with exit code 0 on standard output, and a usage error with 2 on standard error', async () => {
  const help = await operator(['repayments', 'import', '--help'])
  expect([help.exit, help.err]).toEqual([0, ''])
  for (const part of ['--dry-run', '--all-or-nothing', '--report', 'Contoh:', 'docs/repayment-file.md'])
    expect(help.out).toContain(part)
  const wrong = await operator(['repayments', 'improt'])
  expect([wrong.exit, wrong.out]).toEqual([2, ''])
  expect(wrong.err).toContain("tidak dikenal: perintah 'improt'")
})

test('SRV-01 each command of an operator’s day runs as a process of its own and exits with its documented code', {
  timeout: 180_000,
}, async () => {
  const phone = '86000000001'
  const created = await operator([
    ...['--json', 'lenders', 'create', '--phone', phone, '--name', 'Sri', '--email', 's@c.example'],
  ])
  expect([created.exit, created.err]).toEqual([0, ''])
  expect(JSON.parse(created.out)).toEqual({ lenderId: expect.any(Number) })

  const { loanNumber } = await aDisbursedLoan(fixture.context, [720_000, 480_000], {
    disbursedOn: '2026-01-28',
  })
  const path = join(folder, 'payments.csv')
  await writeFile(
    path,
    `loan_number,paid_on,amount,reference\n${loanNumber},2026-02-28,50000,P-1\nT-NONE,2026-02-28,1,P-2\n`,
  )
  const imported = await operator(['repayments', 'import', path, '--yes'])
  expect([imported.exit, imported.err]).toEqual([1, ''])
  expect(imported.out).toMatch(
    /^baris 3 ditolak: pinjaman ini tidak ada\n2 baris: 1 dicatat, 0 sudah dikenal, 1 ditolak; /,
  )

  const audit = await operator(['books', 'audit'])
  expect([audit.exit, audit.err]).toEqual([0, ''])
  expect(audit.out).toMatch(/^Pembukuan utuh\.\nJejak audit: /)
  const { rows } = await fixture.context.db.query<{ actor: string; claimed: string }>({
    text: `select distinct actor, detail -> 'seat' ->> 'claimed' as claimed from audit_event
            where operation = 'createLender' and detail ? 'seat'`,
  })
  // Without a terminal the name is only claimed.
  expect(rows).toEqual([{ actor: `operator:${userInfo().username}@${hostname()}`, claimed: 'dewi' }])
})

describe('OPS-03 a lender file whose import is killed', () => {
  const within = 'operator lenders import > importLender:'
  const header =
    'phone,type,name,email,pic,kind,yearly_income,evidence,tax_number,tax_status,bank_account,bank_holder,bank_code,bank_name,bank_branch,bank_method,signer,signer_id'
  const bank = '0012345,Sri,009,BNI,Jakarta,1,PRIVY'
  const linesOf = (n: number) => [
    `8661000000${n},PERSON,Sri,s@c.example,,INDIVIDUAL,400000000,SPT,31740117089010${n}1,DOMESTIC,${bank},SRI${n}1`,
    `8662000000${n},COMPANY,PT Bumi,b@c.example,Bagas,COMPANY,,Akta,31740117089010${n}2,DOMESTIC,${bank},SRI${n}2`,
    `8663000000${n},PERSON,Sri,s@c.example,,INDIVIDUAL,400000000,SPT,31740117089010${n}3,DOMESTIC,${bank},SRI${n}3`,
  ]

  test.each([
    [1, 1, `${within} before lenders.profile.insert_lender #2`],
    [2, 1, `${within} after lenders.profile.store_bank_account #2`],
    [3, 1, `${within} before commit #2`],
    [4, 2, `${within} after commit #2`],
    [5, 3, 'operator lenders import: before the answer'],
  ])(
    'trial %i, with %i lenders registered, at "%s": registers each lender once and whole when it is given again',
    { timeout: 60_000 },
    async (n, known, point) => {
      const points = join(folder, `points-${n}`)
      await mkdir(points)
      await writeFile(join(points, 'armed'), point)
      const path = join(folder, `lenders-${n}.csv`)
      await writeFile(path, `${[header, ...linesOf(n)].join('\n')}\n`)
      const importing = ['--json', 'lenders', 'import', path]
      const killed = await operator(importing, '', { FAIL_POINTS: points })
      expect(killed).toEqual({ exit: null, out: '', err: '' })
      const again = await operator(importing)
      expect([again.exit, JSON.parse(again.out)]).toEqual([
        0,
        { lines: 3, taken: 3 - known, known, refused: 0, refusals: [] },
      ])
      const { rows } = await fixture.context.db.query({
        text: `select l.class_version as classes, l.tax_rate_ppm as rate, l.digi_sign_id as signer,
                    (select count(*) from lender_tax_number where lender_id = l.id) as numbers,
                    (select count(*) from lender_bank_account_version where lender_id = l.id) as banks,
                    (select count(*) from account where owner_id = l.id) as accounts,
                    (select count(*) from job where kind = 'auth.tell_registered' and payload ->> 'lenderId' = l.id::text) as invited,
                    (select count(*) from notice where lender_id = l.id) as notices,
                    (select string_agg(operation, ' ' order by operation) from audit_event
                      where subject = 'lender:' || l.id and operation <> 'importLender') as entries
               from lender l where l.phone like $1 order by l.phone`,
        values: [`866_000000${n}`],
      })
      const whole = {
        ...{ classes: 1, rate: 150_000, numbers: 1, banks: 1, accounts: 1, invited: 1, notices: 1 },
        entries: 'createLender storeBankAccount storeLenderClass storeSigner storeTaxNumber storeTaxStatus',
      }
      expect(rows).toEqual([1, 2, 3].map((at) => ({ ...whole, signer: `SRI${n}${at}` })))
      expect(await fixture.books()).toEqual([])
    },
  )
})

test('OPS-08 a command whose reader stops reading ends without an error', async () => {
  const line = `"${process.execPath}" "${main}" --help | true; echo "\${PIPESTATUS[0]}"`
  const child = spawn('bash', ['--norc', '-c', line], { env: { PATH: process.env['PATH'], ...compileCache } })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect([out, err]).toEqual(['0\n', ''])
})

/**
 * What no command needs that only reads: documents and their signatures, and what calls others. Node's HTTP client alone brings
 * some fifty modules of Node.
 */
const unused =
  /\/pdf\/|pkijs|asn1js|nodemailer|prom-client|fontkit|node:https?$|https-adapter|database\/start|operator\/lenders\.ts/

/** Modules are counted, because time depends on the machine: some thousand of them take a second. */
test.each([
  { args: ['help'], most: 75, not: /zod|\/pg\/|commands?\/perform|operator\/tax\.ts/ },
  { args: ['no-such-command'], most: 75, not: /zod|\/pg\/|commands?\/perform/ },
  { args: ['lenders', 'search', '--help'], most: 170, not: /zod|\/pdf\/|operator\/(lenders|bank)\.ts/ },
  { args: ['bank', 'lines', '--help'], most: 170, not: /zod|\/pdf\/|operator\/bank-match\.ts/ },
  { args: ['repayments', 'list', '--help'], most: 170, not: /zod|\/pdf\/|operator\/loans\.ts/ },
  { args: ['lenders', 'search', 'sri'], most: 450, not: unused },
  { args: ['bank', 'lines', '--on', '2026-01-05'], most: 480, not: unused },
  { args: ['loans', 'list'], most: 490, not: unused },
  { args: ['today'], most: 690, not: unused },
])(
  'OPS-08 $args loads at most $most modules, and none of others',
  { timeout: 60_000 },
  async ({ args, most, not }) => {
    const hook = `
    import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) { console.error('loads', url); return next(url, context) } })`
    const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
    await writeFile(certificate, testCertificate().chain)
    await writeFile(key, testCertificate().key)
    const { err } = await operator(args, '', {
      // As in production; without them one is made.
      PLATFORM_CERTIFICATE_FILE: certificate,
      PLATFORM_KEY_FILE: key,
      NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(hook)}"`,
    })
    const loaded = err.split('\n').filter((line) => line.startsWith('loads '))
    expect(loaded.length).toBeGreaterThan(40)
    expect(loaded.length).toBeLessThanOrEqual(most)
    expect(loaded.filter((line) => not.test(line))).toEqual([])
  },
)

test('SRV-01 a command that cannot reach its database says so and exits with 2', async () => {
  const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const result = await operator(['--json', 'books', 'audit'], '', nowhere)
  expect([result.exit, result.out]).toEqual([2, ''])
  expect(JSON.parse(result.err)).toEqual({ error: expect.any(String) })
})
