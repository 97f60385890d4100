import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { aBank } from '../../cash/testing.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { appendKey } from '../../platform/keys/key-file.ts'
import { PersonalData } from '../../platform/keys/personal-data.ts'

const folder = mkdtempSync(join(tmpdir(), 'pematang-search-'))
const keyFile = join(folder, 'data-keys')
appendKey(keyFile, ['k1'], 'test')
afterAll(() => rmSync(folder, { recursive: true }))

describe.each([
  ['in plain text', {}],
  ['encrypted', { settings: { DATA_KEY_FILE: keyFile }, database: { personal: new PersonalData(keyFile) } }],
])('OPS-02 personal data %s', (_, options) => {
  const { operator } = operatorAtWork({ ...options, overrides: { banks: [aBank(1).bank] } })
  const done = async (...args: string[]) => {
    const result = await operator(['--json', ...args])
    expect([args, result.exit, result.err]).toEqual([args, 0, ''])
    return result.json
  }
  const found = async (text: string): Promise<string[]> =>
    (await done('lenders', 'search', text)).lenders.map(
      ({ name, by }: { name: string; by: string }) => `${name} by ${by}`,
    )

  test('a lender is found by name, phone, e-mail, bank account, virtual account and tax number', async () => {
    const phone = '81211112222'
    await done(
      'lenders',
      'create',
      '--phone',
      phone,
      '--name',
      'Ni Wayan D’Artha',
      '--email',
      'Wayan@Contoh.example',
    )
    const of = ['--phone', phone]
    await done(
      'lenders',
      'create',
      '--phone',
      '81233334444',
      '--name',
      'Sri',
      '--email',
      'sri@contoh.example',
    )
    await done(
      ...[
        'lenders',
        'bank-account',
        ...of,
        '--number',
        '0123456789',
        '--holder',
        'Ni Wayan',
        '--code',
        '009',
      ],
      ...['--bank', 'BNI', '--branch', 'Jakarta', '--method', '1'],
    )
    await done('lenders', 'tax-number', 'set', ...of, '--number', '0990000002000000', '--from', '2026-01-01')
    const { lender } = await done('lenders', 'show', ...of)
    expect(await found("wayan d'arthá")).toEqual(['Ni Wayan D’Artha by name'])
    expect(await found('0812 1111 2222'.replaceAll(' ', ''))).toEqual(['Ni Wayan D’Artha by phone'])
    expect(await found('wayan@contoh.example')).toEqual(['Ni Wayan D’Artha by e-mail'])
    expect(await found('0123456789')).toEqual(['Ni Wayan D’Artha by bank account'])
    expect(await found('0990000002000000')).toEqual(['Ni Wayan D’Artha by tax number'])
    expect(await found('contoh.example')).toEqual([])
    expect(await found('a%')).toEqual([])
    expect(lender.virtualAccounts).toEqual([])
    await done(
      ...['lenders', 'virtual-account', 'add', '988000000000001', ...of, '--method', '1', '--code', '009'],
      ...['--bank', 'BNI', '--holder', 'Ni Wayan'],
    )
    expect(await found('988000000000001')).toEqual(['Ni Wayan D’Artha by virtual account'])
    expect(await done('lenders', 'history', '988000000000001')).toMatchObject({
      ...{ kind: 'virtual account', lenderId: lender.lenderId, movements: [] },
    })
  })
})
