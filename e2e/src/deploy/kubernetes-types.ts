import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from './files.ts'

/** Where the types of a kind are. */
export const TYPES: Readonly<Record<string, string>> = {
  StatefulSet: 'apps/v1',
  Deployment: 'apps/v1',
  Service: 'core/v1',
  ServiceAccount: 'core/v1',
  PodDisruptionBudget: 'policy/v1',
  Ingress: 'networking/v1',
  NetworkPolicy: 'networking/v1',
}

/** What the compiler says of manifests written as literals of Kubernetes' own types: unknown fields are errors there. */
export function typeErrors(values: readonly { readonly kind: string }[]): string[] {
  const file = join(ROOT, 'e2e/src/deploy/manifests.generated.ts')
  const lines = values.map(({ kind, ...value }, i) => {
    const type = `import('kubernetes-types/${TYPES[kind]}').${kind}`
    return `export const manifest${i}: ${type} = ${JSON.stringify({ kind, ...value })}`
  })
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  host.readFile = (name) => (name === file ? lines.join('\n') : readFile(name))
  host.fileExists = (name) => name === file || fileExists(name)
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, lines.join('\n'), version) : getSourceFile(name, version)
  const program = ts.createProgram([file], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}
