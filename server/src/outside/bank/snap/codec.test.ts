import { createHash, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases, responseCode, responseHead, services, SnapRefusal } from './response-codes.ts'
import { readAmount, readIdentity, writeAmount } from './fields.ts'
import { readBody } from './json.ts'
import { minify } from './minify.ts'
import { signCall, signTokenRequest, stringToSign, verifyCall, verifyTokenRequest } from './signature.ts'
import { isWithin, readTimestamp, writeTimestamp } from './timestamp.ts'

const refusalOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof SnapRefusal) return error.message
    throw error
  }
  return 'nothing refused'
}

describe('signatures', () => {
  const published = {
    secret: 'myclientsecret',
    text: 'POST:/v1.0/qr/qr-mpm-generate:myaccesstoken:01463f60dbb6ca538581579dd95b31c8ba9fc6600eca750e4d8460ca4e402111:2024-03-05T10:37:16.196Z',
    signature: 'wmzT7yjg1SxxCsxNsFgCR9SYXiZGGbceF6fV8xe97sAMHxZ+7OEBMIBmvb6Sj6GcksGp3iv77DiomgSbcST3XQ==',
  }

  test('API-01 the symmetric SNAP signature equals the published test vector', () => {
    expect(signCall(published.secret, published.text)).toBe(published.signature)
    expect(verifyCall([published.secret], published.text, published.signature)).toBe(true)
  })

  test('the text that SNAP signs contains the lower-case hash of the minified body', () => {
    const call = { method: 'POST', path: '/v1.0/x', accessToken: 't', timestamp: '2024-03-05T10:37:16Z' }
    const body = Buffer.from('{ "a b" : " c\\" d " }\n')
    const hash = createHash('sha256').update('{"a b":" c\\" d "}').digest('hex')
    expect(stringToSign({ ...call, body })).toBe(`POST:/v1.0/x:t:${hash}:2024-03-05T10:37:16Z`)
  })

  test('during a rotation SNAP signatures of both secrets are accepted, and altered ones are not', () => {
    const { secret, text, signature } = published
    expect(verifyCall(['the next one', secret], text, signature)).toBe(true)
    expect(verifyCall([secret, 'the next one'], text, signature)).toBe(true)
    expect(verifyCall(['the next one'], text, signature)).toBe(false)
    expect(verifyCall([], text, signature)).toBe(false)
    for (const wrong of [
      '',
      signature.toLowerCase(),
      signature.slice(0, -1),
      `${signature} `,
      `A${signature.slice(1)}`,
    ]) {
      expect(verifyCall([secret], text, wrong), wrong).toBe(false)
    }
  })

  test('SNAP token requests are signed and verified with RSA over clientKey|timestamp', () => {
    const [mine, next] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))
    if (!mine || !next) throw new Error('no keys')
    const at = '2026-11-21T10:00:00+07:00'
    const signature = signTokenRequest(mine.privateKey, 'CLIENT', at)
    const check = (keys = [mine.publicKey], key = 'CLIENT', time = at, text = signature) =>
      verifyTokenRequest(keys, key, time, text)
    expect(check()).toBe(true)
    expect(check([next.publicKey, mine.publicKey])).toBe(true)
    expect(check([next.publicKey])).toBe(false)
    expect(check(undefined, 'CLIENT2')).toBe(false)
    expect(check(undefined, undefined, '2026-11-21T10:00:01+07:00')).toBe(false)
    for (const wrong of [
      '',
      'AAAA',
      signature.slice(0, -4),
      `${signature}!`,
      `!${signature}`,
      signature.replace(/=*$/, ''),
    ]) {
      if (wrong !== signature) expect(check(undefined, undefined, undefined, wrong), wrong).toBe(false)
    }
  })
})

describe('the body', () => {
  const json = fc.json({ maxDepth: 4 })
  const white = fc.stringMatching(/^[ \t\r\n]{0,4}$/)

  test('minify returns JSON without white space', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 0, max: 10 }), (value, spaces) => {
        const pretty = Buffer.from(JSON.stringify(value, null, spaces))
        expect(minify(pretty).toString()).toBe(JSON.stringify(value))
      }),
    )
  })

  test('minify removes JSON white space between tokens and keeps it inside strings', () => {
    const token = /"(?:[^"\\]|\\.)*"|[^\s"]/gs
    fc.assert(
      fc.property(json, fc.array(white, { minLength: 1, maxLength: 20 }), (text, gaps) => {
        let at = 0
        const spaced = text.replace(token, (one) => {
          at += 1
          return `${one}${/^["{}[\],:]/.test(one) ? gaps[at % gaps.length] : ''}`
        })
        expect(minify(Buffer.from(spaced))).toEqual(minify(Buffer.from(text)))
      }),
    )
    expect(minify(Buffer.from('{"a":"b c"}')).toString()).toBe('{"a":"b c"}')
    expect(minify(Buffer.from('{"a":"b\\\\" , "c":" "}')).toString()).toBe('{"a":"b\\\\","c":" "}')
  })

  test('minify keeps a backslash at the very end of the body, and adds nothing behind it', () => {
    expect(minify(Buffer.from(' "\\')).toString()).toBe('"\\')
    expect(minify(Buffer.from('\t[ 1 ,\r\n"\\"" ]')).toString()).toBe('[1,"\\""]')
  })

  test('minify is idempotent and accepts arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const once = minify(bytes)
        expect(minify(once)).toEqual(once)
        expect(once.length).toBeLessThanOrEqual(bytes.length)
      }),
    )
  })

  test('the SNAP codec keeps all digits of an unquoted number', () => {
    const text = '{"customerNo": 12345678901234567890, "deep": [{"n": 1.50}], "e": 1e5}'
    expect(readBody(Buffer.from(text))).toEqual({
      customerNo: '12345678901234567890',
      deep: [{ n: '1.50' }],
      e: '1e5',
    })
    expect(minify(Buffer.from(text)).toString()).toContain('12345678901234567890')
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 28n }), (number) => {
        expect(readBody(Buffer.from(`{"n":${number}}`))).toEqual({ n: String(number) })
      }),
    )
  })

  test.each(['', '{', '[]', 'null', '"x"', '1', '{"a":1}}', '\ufeff{}'])(
    'the SNAP codec rejects the body %j',
    (text) => {
      expect(refusalOf(() => readBody(Buffer.from(text)))).toBe('BAD_REQUEST')
    },
  )

  test('the SNAP codec rejects a body that is not UTF-8', () => {
    expect(refusalOf(() => readBody(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])))).toBe(
      'BAD_REQUEST',
    )
  })
})

describe('amounts', () => {
  const read = (value: unknown, currency: unknown = 'IDR') =>
    readAmount(readBody(Buffer.from(JSON.stringify({ paidAmount: { value, currency } }))), 'paidAmount')

  test('FMT-01 every whole SNAP amount up to 2^53 - 1 survives writing and reading', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 53 - 1 }), (amount) => {
        const { value, currency } = writeAmount(amount)
        expect(read(value, currency)).toBe(amount)
      }),
    )
    expect(read('10000.00')).toBe(10_000)
    expect(read('10000')).toBe(10_000)
  })

  test('the SNAP codec rejects fractions of a rupiah and amounts above 2^53 - 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 1, max: 99 }), (whole, parts) => {
        const text = `${whole}.${String(parts).padStart(2, '0')}`
        expect(refusalOf(() => read(text))).toBe('AMOUNT_INVALID')
      }),
    )
    expect(refusalOf(() => read('9999999999999999.00'))).toBe('AMOUNT_INVALID')
  })

  test.each([
    '-1.00',
    '+1.00',
    '1.0',
    '1.000',
    '1,00',
    '1.000,00',
    '01.00',
    ' 1.00',
    '1.00 ',
    '1e3',
    '0x10',
    'NaN',
    '12345678901234567.00',
    '١.00',
    true,
    {},
    [],
  ])('the SNAP codec rejects the malformed amount %j', (value) => {
    expect(refusalOf(() => read(value))).toBe('FIELD_FORMAT paidAmount.value')
  })

  test('the SNAP codec rejects an amount in another currency or without one of its parts, naming the field', () => {
    expect(refusalOf(() => read('1.00', 'USD'))).toBe('FIELD_FORMAT paidAmount.currency')
    expect(refusalOf(() => read('1.00', ''))).toBe('FIELD_MISSING paidAmount.currency')
    expect(refusalOf(() => read(null))).toBe('FIELD_MISSING paidAmount.value')
    expect(refusalOf(() => readAmount({ paidAmount: 'x' }, 'paidAmount'))).toBe('FIELD_FORMAT paidAmount')
    expect(readAmount({}, 'paidAmount')).toBeUndefined()
  })

  test('a SNAP amount sent as a JSON number instead of a string is read exactly, and refused in exponent notation', () => {
    const bare = (text: string) =>
      readAmount(readBody(Buffer.from(`{"a":{"value":${text},"currency":"IDR"}}`)), 'a')
    expect(bare('250000.00')).toBe(250_000)
    expect(refusalOf(() => bare('1e5'))).toBe('FIELD_FORMAT a.value')
  })
})

describe('the virtual account identity', () => {
  const good = {
    partnerServiceId: '   98800',
    customerNo: '0012345678',
    virtualAccountNo: '   988000012345678',
  }

  test('the SNAP codec requires the partner service id with its leading spaces', () => {
    expect(readIdentity(good)).toEqual(good)
    expect(refusalOf(() => readIdentity({ ...good, partnerServiceId: '98800' }))).toBe(
      'FIELD_FORMAT partnerServiceId',
    )
    expect(refusalOf(() => readIdentity({ ...good, virtualAccountNo: '988000012345678' }))).toBe(
      'FIELD_FORMAT virtualAccountNo',
    )
    expect(refusalOf(() => readIdentity({ ...good, partnerServiceId: '98800   ' }))).toBe(
      'FIELD_FORMAT partnerServiceId',
    )
  })

  test('the SNAP codec rejects a virtual account without one of its parts, naming it', () => {
    for (const name of Object.keys(good)) {
      expect(refusalOf(() => readIdentity({ ...good, [name]: '' }))).toBe(`FIELD_MISSING ${name}`)
    }
    expect(refusalOf(() => readIdentity(Object.create(good)))).toBe('FIELD_MISSING partnerServiceId')
  })
})

describe('times', () => {
  test.each(['2024-03-05T10:37:16.196Z', '2024-03-05T17:37:16.196+07:00', '2024-03-05T17:37:16.196+0700'])(
    'the SNAP codec reads the timestamp %s',
    (text) => expect(readTimestamp(text)).toBe(Date.UTC(2024, 2, 5, 10, 37, 16, 196)),
  )

  test.each([
    '',
    '2024-03-05',
    '2024-03-05T10:37:16',
    '2024-13-05T10:37:16Z',
    '2024-03-05 10:37:16Z',
    '1709635036',
  ])('the SNAP codec rejects the timestamp %j', (text) => expect(readTimestamp(text)).toBeNull())

  test('SNAP timestamps are accepted up to the limit in the past and in the future', () => {
    const now = new Date('2026-11-21T10:00:00Z')
    const at = (seconds: number) => isWithin(now.getTime() + seconds * 1000, now, 300)
    expect([-300.001, -300, 0, 300, 300.001].map(at)).toEqual([false, true, true, true, false])
    expect(writeTimestamp(now)).toBe('2026-11-21T17:00:00+07:00')
  })
})

test('every SNAP response code consists of status, service and case', () => {
  expect(responseCode(services.token, 'SUCCESSFUL')).toBe('2007300')
  expect(responseCode(services.virtualAccountPayment, 'INCONSISTENT')).toBe('4042518')
  expect(responseHead(services.virtualAccountInquiry, 'FIELD_MISSING', 'customerNo')).toEqual({
    responseCode: '4002402',
    responseMessage: 'Invalid Mandatory Field customerNo',
  })
  const all = Object.keys(cases).map((name) => responseCode('25', name as keyof typeof cases))
  expect(new Set(all).size).toBe(all.length)
  for (const code of all) expect(code).toMatch(/^[2-5]\d\d25\d\d$/)
})
