import { endpoints } from '@pematang/contract/endpoints'
import { apiPrefix } from '../../../server/src/main/routes.ts'
import { makeOpenApi } from '../../../server/src/platform/openapi/openapi.ts'

/** docs/openapi.json: the document that a running server gives at /api/openapi.json. */
export const openApiFile = (): string => `${JSON.stringify(makeOpenApi(endpoints, apiPrefix), null, 2)}\n`
