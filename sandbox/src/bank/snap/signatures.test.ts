import { expect, test } from 'vitest'
import { signCall, signText } from './signatures.ts'

test('the symmetric SNAP signature equals the published test vector', () => {
  const hash = '01463f60dbb6ca538581579dd95b31c8ba9fc6600eca750e4d8460ca4e402111'
  const text = `POST:/v1.0/qr/qr-mpm-generate:myaccesstoken:${hash}:2024-03-05T10:37:16.196Z`
  expect(signText('myclientsecret', text)).toBe(
    'wmzT7yjg1SxxCsxNsFgCR9SYXiZGGbceF6fV8xe97sAMHxZ+7OEBMIBmvb6Sj6GcksGp3iv77DiomgSbcST3XQ==',
  )
})

test('the SNAP signature covers the body without white space, except inside strings', () => {
  const call = { path: '/v1.0/x', token: 't', timestamp: '2024-03-05T10:37:16.196Z' }
  const sign = (body: string) => signCall('secret', { ...call, body: Buffer.from(body) })
  expect(sign('{ "a" : "b  c",\n\t"d": "\\" , é" }')).toBe(sign('{"a":"b  c","d":"\\" , é"}'))
  expect(sign('{"a":"b  c"}')).not.toBe(sign('{"a":"b c"}'))
})
