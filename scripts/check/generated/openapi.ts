import { endpoints } from '@pematang/contract/endpoints'
import { apiPrefix } from '../../../server/src/main/testing.ts'
import { buildOpenApi } from '../../../server/src/platform/openapi/openapi.ts'

/** Generates docs/openapi.json: the document that a running server serves at /api/openapi.json. */
export const openApiFile = (): string => `${JSON.stringify(buildOpenApi(endpoints, apiPrefix), null, 2)}\n`
