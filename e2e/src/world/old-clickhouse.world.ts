import { mkdir, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { afterEach, expect, it } from 'vitest'
import { FOOTFALL } from '../footfall-command.ts'
import { until } from '../server-process.ts'
import { type Machine, makeMachine } from './machine.ts'
import { lacksAny } from './parts.ts'

let machine: Machine | undefined
afterEach(() => machine?.remove())

/** As the package ships it, but for its folders, which are those of the machine. */
async function startOldClickHouse({ at, start }: Machine): Promise<void> {
  const folder = at('/var/lib/clickhouse')
  await mkdir(folder, { recursive: true })
  const folders = ['path', 'tmp_path', 'user_files_path', 'format_schema_path'].map(
    (name) => `<${name}>${folder}/${name}/</${name}>`,
  )
  await writeFile(
    `${folder}/config.xml`,
    `<yandex><logger><level>error</level><console>1</console></logger><http_port>8123</http_port><tcp_port>9000</tcp_port>
      <listen_host>127.0.0.1</listen_host>${folders.join('')}<users_config>/etc/clickhouse-server/users.xml</users_config>
      <default_profile>default</default_profile><default_database>default</default_database>
      <mark_cache_size>5368709120</mark_cache_size></yandex>`,
  )
  start('clickhouse-server', [`--config-file=${folder}/config.xml`])
}

it.skipIf(lacksAny('ClickHouse 18.16', 'curl', 'network namespaces'))(
  'the start, doctor and migrate name the version of Debian’s ClickHouse and the one that is needed',
  async () => {
    machine = await makeMachine([])
    const { at, run } = machine
    await startOldClickHouse(machine)
    const isThere = () =>
      run('curl', ['--silent', '--fail', 'http://127.0.0.1:8123/ping']).then(
        () => true,
        () => false,
      )
    await until('ClickHouse to answer', isThere)
    const env = { DATA_DIR: at('/var/lib/footfall'), CLICKHOUSE_URL: 'http://127.0.0.1:8123' }
    const said = (...args: readonly string[]) =>
      run(process.execPath, [FOOTFALL, ...args], env).catch(({ stdout, stderr }) => `${stdout}${stderr}`)
    for (const command of ['serve', 'doctor', 'migrate'])
      expect(await said(command)).toMatch(/ClickHouse 18\.16\S* is too old; 24\.8 or later is needed/)
  },
)
