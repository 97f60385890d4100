import { fromBER } from 'asn1js'
import { degrees, PDFArray, PDFDict, PDFDocument, PDFName, type PDFPage, PDFString } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { testCertificate } from '../../../testing/certificate.ts'
import { addSignatureField, appendSignature } from '../pdf/append-signature.ts'
import { renderAgreement } from '../pdf/render.ts'
import { sampleSnapshot } from '../pdf/sample.ts'
import { prepareSignature } from '../pdf/signature-field.ts'
import { type OpenCertificate, openCertificate } from '../signature/certificate.ts'
import { sha256, signDigest } from '../signature/cms.ts'
import { issueTestCertificate } from '../signature/issue-certificate.ts'
import { SignatureFault } from '../signature/signed-data.ts'
import { readAnchors } from '../signature/trust.ts'
import { verifySigned } from './verify-signed.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const at = new Date()
const issued = issueTestCertificate({ name: 'Siti Rahmawati', now: at })
const lender = openCertificate(issued)
const stranger = openCertificate(issueTestCertificate({ name: 'Siti Rahmawati', now: at }))
const folder = mkdtempSync(join(tmpdir(), 'returned-'))
writeFileSync(join(folder, 'signers.pem'), issued.chain)
const anchors = readAnchors('ESIGN_TRUST_FILE', join(folder, 'signers.pem'))
rmSync(folder, { recursive: true })

const { bytes: shown, signaturePage: page } = renderAgreement(
  'pp',
  sampleSnapshot(),
  openCertificate(testCertificate()),
)
const place = { page, width: 220, height: 90 }
const verify = (returned: Buffer, of = shown) => verifySigned(of, returned, { place, anchors, at })

async function sign(of: Buffer, by: OpenCertificate = lender): Promise<Buffer> {
  const unsigned = await prepareSignature(of, { page, name: by.name, at })
  return unsigned.withSignature(signDigest(unsigned.sha256, by))
}

type Change = (document: PDFDocument, on: PDFPage) => void
/** A change that adds a signature field of the provider, in the box or elsewhere. */
const ownField =
  (rect: number[], more: Record<string, unknown> = {}) =>
  (document: PDFDocument, on: PDFPage, value: Record<string, unknown>) =>
    addSignatureField(document, on, value, () => ({ T: PDFString.of('Privy'), Rect: rect, ...more }))
const inBox = [130, 468, 330, 538]

/** Signs an update that contains an additional change, with a valid and trusted signature. */
async function signWith(change: Change, put = ownField(inBox), of = shown): Promise<Buffer> {
  const unsigned = await appendSignature(of, {
    page,
    room: 8_192,
    dictionary: { Type: 'Sig', SubFilter: 'ETSI.CAdES.detached' },
    place(document, on, value) {
      put(document, on, value)
      change(document, on)
    },
  })
  return unsigned.withSignature(signDigest(unsigned.sha256, lender))
}

/** Appends another incremental update with this change. */
async function update(of: Buffer, change: Change): Promise<Buffer> {
  const document = await PDFDocument.load(of, { forIncrementalUpdate: true, updateMetadata: false })
  change(document, document.getPage(page - 1))
  return Buffer.from(await document.save({ useObjectStreams: false, updateFieldAppearances: false }))
}

const touch = (document: PDFDocument, ...objects: PDFDict[]) =>
  document.context.snapshot?.markObjsForSave(objects)
const platformField = (on: PDFPage): PDFDict => {
  const fields =
    on.node
      .Annots()
      ?.asArray()
      .map((ref) => on.doc.context.lookup(ref, PDFDict)) ?? []
  const found = fields.find(
    (field) => field.has(PDFName.of('V')) && field.get(PDFName.of('T'))?.toString().includes('Penyelenggara'),
  )
  if (!found) throw new Error('the platform has no field')
  return found
}

let signed: Buffer
beforeAll(async () => {
  signed = await sign(shown)
})

describe('DOOR-09 accepted signed documents', () => {
  test('DOOR-09 a signed document with one trusted signature is accepted, in the given field or in the provider’s own inside the box', async () => {
    const files = [signed, await signWith(() => {}), await signWith(() => {}, ownField([0, 0, 0, 0]))]
    for (const file of files) expect((await verify(file)).signer.raw).toEqual(lender.chain[0])
  })
})

describe('DOOR-09 rejected signed documents', () => {
  const flipped = (at: number): Buffer => {
    const copy = Buffer.from(signed)
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
    return copy
  }

  test('DOOR-09 a signed document in which any single byte was changed is rejected', async () => {
    const anywhere = fc.integer({ min: 0, max: signed.length - 2 })
    const behind = fc.integer({ min: shown.length, max: signed.length - 2 })
    await fc.assert(
      fc.asyncProperty(fc.oneof(anywhere, behind), async (where) => {
        await expect(verify(flipped(where))).rejects.toBeInstanceOf(SignatureFault)
      }),
      { numRuns: 150 },
    )
  })

  test('DOOR-09 a signature whose CMS message was changed outside its signed bytes is rejected', async () => {
    const start = signed.lastIndexOf('/Contents <') + '/Contents <'.length
    const message = Buffer.from(signed.subarray(start, signed.indexOf('>', start)).toString('latin1'), 'hex')
    const length = fromBER(message).offset
    const signedAttributes = message.indexOf(Buffer.from('a08184', 'hex'))
    const covered = [
      { from: message.indexOf(lender.chain[0] ?? ''), length: lender.chain[0]?.length ?? 0 },
      { from: signedAttributes, length: 0x84 + 3 },
      { from: length - 256, length: 256 },
    ]
    expect(covered.every(({ from }) => from > 0)).toBe(true)
    const uncovered = Array.from({ length }, (_, at) => at).filter((at) =>
      covered.every((part) => at < part.from || at >= part.from + part.length),
    )
    for (const at of uncovered) {
      const changed = Buffer.from(message)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      const file = Buffer.from(signed)
      file.write(changed.toString('hex'), start, 'latin1')
      await expect(verify(file), `byte ${at}`).rejects.toBeInstanceOf(SignatureFault)
    }
  })

  test('DOOR-09 a truncated signed document and one with trailing data are rejected', async () => {
    for (const length of [
      0,
      100,
      shown.length,
      shown.length + 10,
      signed.length - 3000,
      signed.length - 30,
      signed.length - 6,
    ])
      await expect(verify(signed.subarray(0, length)), String(length)).rejects.toThrow()
    await expect(verify(Buffer.concat([signed, Buffer.from('\n%%EOF\n')]))).rejects.toThrow()
    await expect(verify(Buffer.concat([signed, Buffer.from('x')]))).rejects.toThrow()
  })

  test('DOOR-09 an unsigned document is rejected, and so is another agreement with a valid signature', async () => {
    await expect(verify(shown)).rejects.toThrow('does not begin with what was shown')
    const other = renderAgreement(
      'pp',
      sampleSnapshot({ amount: 1 }),
      openCertificate(testCertificate()),
    ).bytes
    await expect(verify(await sign(other))).rejects.toThrow('does not begin with what was shown')
  })

  test('DOOR-09 a signature that is forged, covers other bytes or has an untrusted issuer is rejected', async () => {
    const unsigned = await prepareSignature(shown, { page, name: 'Siti', at })
    const refusals: [Buffer, string][] = [
      [Buffer.alloc(0), 'cannot be read'],
      [Buffer.from('a forged signature'), 'there is no signature in its place'],
      [signDigest(sha256([Buffer.from('other bytes')]), lender), 'made over other bytes'],
      [signDigest(unsigned.sha256, stranger), 'nobody trusted stands behind'],
      [signDigest(unsigned.sha256, { ...lender, key: stranger.key }), 'not made with the key of its signer'],
      [
        signDigest(unsigned.sha256, { ...lender, chain: stranger.chain }),
        'without the certificate of its signer',
      ],
      [
        signDigest(unsigned.sha256, { ...lender, fingerprint: stranger.fingerprint }),
        'names another certificate',
      ],
    ]
    for (const [cms, why] of refusals)
      await expect(verify(unsigned.withSignature(cms)), why).rejects.toThrow(why)
    const late = new Date(at.getTime() + 20 * 365 * 86_400_000)
    await expect(verifySigned(shown, signed, { place, anchors, at: late })).rejects.toThrow('is valid from')
  })

  test('DOOR-09 a signed document with an added page is rejected, before or after the signature', async () => {
    await expect(verify(await update(signed, (document) => void document.addPage()))).rejects.toThrow()
    await expect(verify(await signWith((document) => void document.addPage()))).rejects.toThrow('is changed')
  })

  test('DOOR-09 a signed document with any further update after the signature is rejected', async () => {
    await expect(verify(await sign(signed))).rejects.toThrow()
    const same = await update(signed, (document) => touch(document, document.catalog))
    await expect(verify(same)).rejects.toThrow()
  })

  const changes: [string, Change, string][] = [
    ['text drawn on a page', (_, on) => on.drawText('Rp999.999.999', { x: 60, y: 600 }), 'is changed'],
    [
      'a changed rotation of a page',
      (document, on) => {
        on.node.set(PDFName.of('Rotate'), document.context.obj(180))
        touch(document, on.node)
      },
      '/Rotate',
    ],
    [
      'an action that runs when the document is opened',
      (document) => {
        document.catalog.set(
          PDFName.of('OpenAction'),
          document.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') }),
        )
      },
      '/OpenAction',
    ],
    [
      'a changed appearance of the platform’s signature (a shadow attack)',
      (document, on) => {
        const widget = platformField(on)
        const picture = document.context.register(
          document.context.flateStream('0 0 1 rg 0 0 200 70 re f', {
            Type: 'XObject',
            Subtype: 'Form',
            BBox: [0, 0, 200, 70],
          }),
        )
        widget.set(PDFName.of('AP'), document.context.obj({ N: picture }))
        touch(document, widget)
      },
      'is changed',
    ],
    [
      'a moved signature of the platform',
      (document, on) => {
        const widget = platformField(on)
        widget.set(PDFName.of('Rect'), document.context.obj([0, 0, 595, 842]))
        touch(document, widget)
      },
      'is changed',
    ],
    [
      'a form that asks viewers to redraw its fields',
      (document) => {
        const form = document.catalog.getOrCreateAcroForm().dict
        form.set(PDFName.of('NeedAppearances'), document.context.obj(true))
        touch(document, form)
      },
      '/NeedAppearances',
    ],
    [
      'an annotation over the text',
      (document, on) => {
        const note = document.context.register(
          document.context.obj({
            Type: 'Annot',
            Subtype: 'FreeText',
            Rect: [0, 0, 595, 842],
            Contents: PDFString.of('x'),
          }),
        )
        on.node.Annots()?.push(note)
      },
      'more than one annotation',
    ],
    [
      'a second form field',
      (document, on) => {
        addSignatureField(document, on, { Type: 'Sig' }, () => ({
          T: PDFString.of('Lain'),
          Rect: [0, 0, 0, 0],
        }))
      },
      'more than one',
    ],
    [
      'a form without the lender’s field',
      (document) => {
        const fields = document.catalog.getOrCreateAcroForm().dict.lookup(PDFName.of('Fields'), PDFArray)
        fields.remove(0)
      },
      'one is changed',
    ],
    [
      'changed content of a page',
      (document, on) => {
        const content = document.context.register(document.context.flateStream('BT ET'))
        on.node.set(PDFName.of('Contents'), content)
        touch(document, on.node)
      },
      '/Contents',
    ],
    [
      'an unreferenced object',
      (document) => {
        document.context.register(document.context.obj({ Type: 'Page' }))
      },
      'belongs to no signature',
    ],
  ]
  test.each(changes)(
    'DOOR-09 a signed document whose signing update also contains %s is rejected',
    async (_, change, why) => {
      await expect(verify(await signWith(change))).rejects.toThrow(why)
    },
  )

  test('DOOR-09 a signature that its signer moved on the page is accepted', async () => {
    for (const moved of [
      [200, 300, 400, 370],
      [0, 0, 220, 90],
    ])
      expect(await verify(await signWith(() => {}, ownField(moved)))).toMatchObject({
        namesCertificate: true,
      })
  })

  test('DOOR-09 a signature too large, off the page, with an action or with two appearances is rejected', async () => {
    for (const rect of [
      [0, 0, 595, 842],
      [100, 100, 321, 190],
      [100, 100, 320, 191],
      [-1, 0, 199, 70],
      [500, 0, 700, 70],
      [330, 468, 130, 538],
    ])
      await expect(verify(await signWith(() => {}, ownField(rect))), String(rect)).rejects.toThrow(
        'larger than it may be, or not on its page',
      )
    const action = { A: { S: 'JavaScript', JS: PDFString.of('app.alert(1)') } }
    await expect(verify(await signWith(() => {}, ownField(inBox, action)))).rejects.toThrow('/A')
    const pictures = { AP: { N: { On: {}, Off: {} } } }
    await expect(verify(await signWith(() => {}, ownField(inBox, pictures)))).rejects.toThrow(
      'more than one picture',
    )
  })

  test('DOOR-09 a signature on a page other than the requested one is rejected, unless any page was requested', async () => {
    const other = await appendSignature(shown, {
      page: 1,
      room: 8_192,
      dictionary: { Type: 'Sig', SubFilter: 'ETSI.CAdES.detached' },
      place: ownField(inBox),
    })
    const file = other.withSignature(signDigest(other.sha256, lender))
    await expect(verify(file)).rejects.toThrow('on another page')
    const anywhere = { ...place, page: 'any' } as const
    expect(await verifySigned(shown, file, { place: anywhere, anchors, at })).toMatchObject({
      namesCertificate: true,
    })
    await expect(
      verifySigned(shown, await signWith((document) => document.getPage(0).setRotation(degrees(90))), {
        place: anywhere,
        anchors,
        at,
      }),
    ).rejects.toThrow('2 pages are changed')
  })

  test('DOOR-09 a signature whose ByteRange excludes more than the signature is rejected', async () => {
    const unsigned = await prepareSignature(shown, { page, name: 'Siti', at })
    const { start, end } = unsigned.place
    const bytes = unsigned.withSignature(Buffer.alloc(0))
    const text = bytes.toString('latin1')
    const range = text.lastIndexOf('/ByteRange [')
    const close = text.indexOf(']', range)
    for (const [first, second, rest] of [
      [start, end + 6, bytes.length - end - 6],
      [start - 6, end, bytes.length - end],
      [start, end, bytes.length - end - 6],
      [0, end, bytes.length - end],
    ] as const) {
      const copy = Buffer.from(bytes)
      copy.write(`/ByteRange [0 ${first} ${second} ${rest}`.padEnd(close - range), range, 'latin1')
      const digest = sha256([copy.subarray(0, first), copy.subarray(second, second + rest)])
      copy.write(signDigest(digest, lender).toString('hex'), start + 1, 'latin1')
      await expect(verify(copy), `${first} ${second} ${rest}`).rejects.toThrow(
        /leaves out more|does not cover/,
      )
    }
  })

  test('DOOR-09 a signed document with duplicate dictionary keys, which readers interpret differently, is rejected', async () => {
    const unsigned = await prepareSignature(shown, { page, name: 'Siti', at })
    const bytes = unsigned.withSignature(Buffer.alloc(0))
    const { start, end } = unsigned.place
    // Replaces the Reason entry by a second Name entry, padded to the same length.
    const text = bytes.toString('latin1')
    const reason = /\/Reason <[0-9A-F]+>/.exec(text.slice(shown.length))
    if (!reason) throw new Error('the signature has no reason')
    bytes.write('/Name <00> '.padEnd(reason[0].length), shown.length + reason.index, 'latin1')
    const digest = sha256([bytes.subarray(0, start), bytes.subarray(end)])
    bytes.write(signDigest(digest, lender).toString('hex'), start + 1, 'latin1')
    await expect(verify(bytes)).rejects.toThrow('says something twice')
  })
})
