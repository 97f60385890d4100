import { audit } from '../audit/district.ts'
import { cash } from '../cash/district.ts'
import type { Context } from '../context.ts'
import { documents } from '../documents/district.ts'
import { funding } from '../funding/district.ts'
import { lenders } from '../lenders/district.ts'
import { loans } from '../loans/district.ts'
import { platform } from '../platform/district.ts'
import type { District } from '../platform/registration.ts'
import { reports } from '../reports/district.ts'
import type { Action } from '../staff/index.ts'
import { staff } from '../staff/district.ts'
import { main } from './district.ts'
import type { AnyFileKind } from '../operator/files/index.ts'
import type { Terminal } from '../operator/terminal.ts'

/** Every district that brings something to the processes, the lowest first. */
export const districts = [
  platform,
  documents,
  staff,
  lenders,
  loans,
  cash,
  funding,
  reports,
  audit,
  main,
] as const

export type AnyDistrict = District<Context, Terminal, Action, AnyFileKind>
export const everyDistrict: readonly AnyDistrict[] = [...districts]

export const jobQueues = everyDistrict.flatMap(({ queues = [] }) => queues)
export const sweptHourly = everyDistrict.flatMap(({ sweptHourly: kinds = [] }) => kinds)
