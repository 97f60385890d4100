import { expect, test } from 'vitest'
import { testEnvironment } from './environment.ts'

test('a test run keeps the places of the machine and no setting of the shell or of a CI service', () => {
  const caller = {
    PATH: '/usr/bin',
    HOME: '/home/a',
    npm_config_cache: '/cache',
    https_proxy: 'http://proxy.example',
    CI: 'true',
    DATABASE_URL: 'postgres://elsewhere/',
    FAULTS: '0.2',
    NODE_OPTIONS: '--trace-warnings',
    TZ: 'Asia/Tokyo',
    LANG: 'id_ID.UTF-8',
  }
  expect(testEnvironment(caller)).toEqual({
    PATH: '/usr/bin',
    HOME: '/home/a',
    npm_config_cache: '/cache',
    https_proxy: 'http://proxy.example',
    TZ: 'UTC',
    LANG: 'C.UTF-8',
  })
})
