import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logInStaff } from '../../../testing/console.ts'
import { type FileStage, head, setFileStage } from '../../../testing/console-files.ts'
import { removeOldFiles } from '../../staff/testing.ts'

let stage: FileStage
beforeAll(async () => {
  stage = await setFileStage()
}, 120_000)
afterAll(async () => {
  expect(await stage.fixture.books()).toEqual([])
  await stage.close()
})

describe('CON-08 an upload that is no good file is refused with a sentence', () => {
  const sentences: [string, string | Uint8Array, string][] = [
    ['empty', '', 'FILE_EMPTY'],
    ['not UTF-8', Buffer.from([0x6c, 0xff, 0xfe, 0x0a]), 'FILE_NOT_TEXT'],
    ['a workbook', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00]), 'FILE_NOT_TEXT'],
    ['too large', 'a'.repeat(16 * 1024 * 1024 + 1), 'BODY_TOO_LARGE'],
  ]
  test.each(sentences)('%s', async (_, content, code) => {
    const { status, json } = await stage.upload(content)
    expect([status >= 400 && status < 500, json.code]).toEqual([true, code])
    expect(json.message).toMatch(/^[A-Z].{10,}\.$/)
  })

  test('of an unknown kind or option, by somebody who may only look, or without a session', async () => {
    expect((await stage.upload(head, { command: 'loans take-over' })).json.code).toBe('NOT_FOUND')
    expect((await stage.upload(head, { options: 'allOrNothing' })).json.code).toBe('NOT_FOUND')
    expect((await stage.upload(head, { by: stage.citra })).json.code).toBe('STAFF_RIGHT_MISSING')
    const stranger = await stage.app.post(`/files?command=x&name=y`, Buffer.alloc(1_000_000, 'a'), {
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(stranger.json.code).toBe('STAFF_SESSION_ENDED')
  })

  test('whose first line names other columns ends its trial, and is not proposed', async () => {
    const file = await stage.tried('nomor,tanggal\nA,B\n')
    const page = await stage.show(file.id)
    expect(page.runs[0]).toMatchObject({ outcome: 'UNREADABLE', found: null, refusals: [{ line: null }] })
    expect(page.runs[0].refusals[0].reason).toMatch(/^Kolom salah\. Baris pertama tidak menyebut kolom/)
    expect((await stage.propose(file)).json.code).toBe('FILE_UNTRIED')
  })

  test('that changes nothing is not proposed', async () => {
    const file = await stage.tried(head)
    expect((await stage.propose(file)).json.code).toBe('FILE_IDLE')
  })
})

test('CON-08 the same content for the same command is one file; more than fifty kept files of a person are refused', async () => {
  const content = stage.aFile(1)
  const [first, again] = [
    await stage.upload(content),
    await stage.upload(content, { by: stage.budi, name: 'lain.csv' }),
  ]
  expect(first.json).toMatchObject({ isNew: true })
  expect(again.json).toEqual({ ...first.json, isNew: false })
  expect((await stage.upload(content, { options: '' })).json.isNew).toBe(true)
  const dewi = await logInStaff(stage.fixture, stage.app, 'Dewi', 'LOOK', 'WORK')
  await stage.fixture.context.db.query({
    text: `insert into staff_file (id, command, name, sha256, bytes, content, uploaded_by)
           select gen_random_uuid(), 'x', 'x', encode(sha256(n::text::bytea), 'hex'), 1, 'x', $1 from generate_series(1, 50) n`,
    values: [dewi.staffId],
  })
  expect((await stage.upload(stage.aFile(1), { by: dewi })).json.code).toBe('FILES_TOO_MANY')
  await stage.work()
})

test('CON-09 the lines of a file are opened for a reason, which the trail keeps; its content is encrypted, and removed after 14 days in which nothing happened', async () => {
  const { id } = await stage.tried(stage.aFile(1, `${stage.loanNumber},salah,10000,RAHASIA-081234567890`))
  const open = (reason: string, by = stage.citra) => by.post('/files/open', { id, reason })
  expect((await open('')).json.message).toBe('Tulis alasannya.')
  const { json } = await open('telepon Penerima Dana')
  expect(json.lines[0]).toEqual({ line: 1, text: head.trim() })
  expect(json.lines).toHaveLength(3)
  expect(json.next).toBeNull()
  expect(await stage.trailOf(id)).toContainEqual({
    ...{ operation: 'openFile', actor: `operator:staff-${stage.citra.staffId}`, outcome: 'done' },
  })
  await stage.later('13 days', removeOldFiles)
  expect((await stage.show(id)).removedAt).toBeNull()
  await stage.later('15 days', removeOldFiles)
  const page = await stage.show(id)
  expect(page).toMatchObject({
    removedAt: expect.any(String),
    whyNot: expect.stringContaining('sudah dihapus'),
  })
  expect(page.runs[0]).toMatchObject({ found: { refused: 1 }, refusals: [] })
  expect((await open('telepon lagi')).json.code).toBe('FILE_REMOVED')
  expect((await stage.maya.post('/files/try', { id })).json.code).toBe('FILE_REMOVED')
})
