// Made by `pnpm --filter @footfall/github-action bundle` from the sources beside it. Do not edit.

// src/main.ts
import { randomUUID } from "node:crypto";
import process from "node:process";
import { setTimeout as setTimeout2 } from "node:timers/promises";

// ../../packages/client/src/errors.ts
var FootfallError = class extends Error {
  name = "FootfallError";
  code;
  /** For people: it may change. */
  detail;
  /** Of the HTTP response; undefined where there was none. */
  status;
  /** The fields that were rejected. */
  errors;
  requestId;
  /** How long the service asked to wait, at most a day. */
  retryAfterMs;
  /** The code of the token endpoint, such as `invalid_scope`. */
  oauthError;
  /** The scope that the credential would need. */
  missingScope;
  /** The origin that a redirect leads to. */
  redirectedTo;
  /** The idempotency key of the confirmed change that failed. */
  key;
  constructor(code, detail, facts = {}, key) {
    super(`${code}: ${detail}`, facts.cause === void 0 ? {} : { cause: facts.cause });
    this.code = code;
    this.detail = detail;
    this.status = facts.status;
    this.errors = facts.errors ?? [];
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
    this.oauthError = facts.oauthError;
    this.missingScope = facts.missingScope;
    this.redirectedTo = facts.redirectedTo;
    this.key = key;
  }
};
function isFootfallError(error, ...codes) {
  return error instanceof FootfallError && (codes.length === 0 || codes.includes(error.code));
}
function withKey(error, key) {
  return error instanceof FootfallError ? new FootfallError(error.code, error.detail, error, key) : error;
}
function withoutSecrets(text) {
  return text.replace(/\b(jt|joa|jor|jk)_[0-9A-Za-z]{4,}/g, "$1_\u2026").replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "eyJ\u2026").slice(0, 2e3);
}
var invalidArgument = (detail) => new FootfallError("invalid_argument", detail);

// ../../packages/client/src/transport/retries.ts
var FIRST_WAIT_MS = 500;
var DAY_MS = 864e5;
async function withRetries(attempt, { attempts, waitMsMax }, runtime, signal) {
  for (let made = 1; ; made++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isFootfallError(error, "no_response", "rate_limited", "service_unavailable", "request_in_progress"))
        throw error;
      const waitMs = (error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (made - 1)) + spreadMs(runtime);
      if (made >= attempts || waitMs > waitMsMax + FIRST_WAIT_MS) throw error;
      await runtime.sleep(waitMs, signal);
    }
  }
}
function spreadMs({ random }) {
  const [byte = 0] = random(1);
  return Math.floor(byte / 256 * FIRST_WAIT_MS);
}
function retryAfterMs({ header }, now) {
  const text = header("retry-after");
  if (text === void 0) return void 0;
  const ms = /^\d{1,12}$/.test(text) ? Number(text) * 1e3 : Date.parse(text) - now;
  return Number.isNaN(ms) ? void 0 : Math.min(Math.max(ms, 0), DAY_MS);
}
function codeOfStatus(status) {
  if (status === 401) return "invalid_token";
  if (status === 429) return "rate_limited";
  return status === 502 || status === 503 || status === 504 ? "service_unavailable" : "invalid_response";
}

// ../../packages/client/src/transport/json.ts
function isFields(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function fieldsOf({ text }) {
  try {
    const value = JSON.parse(text);
    return isFields(value) ? value : void 0;
  } catch {
    return void 0;
  }
}
var notOfTheService = ({ status, header }) => new FootfallError("invalid_response", "The response is not one of the service.", {
  status,
  requestId: header("request-id")
});
var textOf = (value) => typeof value === "string" ? withoutSecrets(value) : void 0;
function errorOf(problem, incoming, now) {
  const { status, header } = incoming;
  const code = textOf(problem?.code) ?? codeOfStatus(status);
  const detail = textOf(problem?.detail) ?? textOf(problem?.title) ?? `The server answered with status ${status}.`;
  const errors = Array.isArray(problem?.errors) ? problem.errors.filter(isFields).map(fieldError) : [];
  const requestId = textOf(problem?.request_id) ?? header("request-id");
  const [, missingScope] = /\bscope="([\w:]+)"/.exec(header("www-authenticate") ?? "") ?? [];
  const facts = { status, errors, requestId, retryAfterMs: retryAfterMs(incoming, now) };
  return new FootfallError(code, detail, code === "insufficient_scope" ? { ...facts, missingScope } : facts);
}
function fieldError({ path, message, did_you_mean }) {
  const meant = Array.isArray(did_you_mean) ? did_you_mean.flatMap((name) => textOf(name) ?? []) : void 0;
  return { path: textOf(path) ?? "", message: textOf(message) ?? "", ...meant && { did_you_mean: meant } };
}

// ../../packages/client/src/calls/rest-call.ts
function restCall(connection, route) {
  const [method = "", template = ""] = route.split(" ");
  return (given, { confirmation, signal }) => {
    const { path, others } = pathOf(template, given);
    const hasBody = method !== "GET" && method !== "DELETE";
    const query = hasBody ? "" : queryOf(others);
    const headers = {};
    if (confirmation !== void 0) {
      headers["service-confirm"] = "true";
      headers["idempotency-key"] = confirmation.key;
      if (confirmation.preview !== void 0) headers["service-preview"] = confirmation.preview;
    }
    if (hasBody) headers["content-type"] = "application/json";
    const body = hasBody ? JSON.stringify(others) : void 0;
    const read = (incoming) => answerOf(incoming, connection.now());
    return connection.ask({ method, path: path + query, headers, body }, read, signal);
  };
}
function answerOf(incoming, now) {
  const fields = fieldsOf(incoming);
  if (incoming.status >= 400) throw errorOf(fields, incoming, now);
  if (fields === void 0 || !("data" in fields)) throw notOfTheService(incoming);
  return answerIn(fields, incoming);
}
function answerIn({ data, meta, page }, { header }) {
  const optional = (value) => isFields(value) ? value : void 0;
  return { data, meta: optional(meta), page: optional(page), requestId: header("request-id") };
}
function pathOf(template, given) {
  const others = { ...given };
  const path = template.replace(/\{(\w+)\}/g, (_, name) => {
    const value = others[name];
    delete others[name];
    return segmentOf(name, value);
  });
  return { path, others };
}
function segmentOf(name, value) {
  if (typeof value !== "string" || value === "" || value === "." || value === "..")
    throw invalidArgument(`\`${name}\` must be text that names something.`);
  try {
    return encodeURIComponent(value);
  } catch {
    throw invalidArgument(`\`${name}\` must be well-formed text.`);
  }
}
function queryOf(fields) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== void 0) parameters.set(name, parameterOf(value));
  const query = parameters.toString();
  return query === "" ? "" : `?${query}`;
}
function parameterOf(value) {
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== "object"))
    return value.join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

// ../../packages/client/src/calls/tool-call.ts
var REVISION = "2026-07-28";
async function callTool(connection, name, given, toolset, signal) {
  if (!/^\w{1,128}$/.test(name)) throw invalidArgument("The name of a tool has letters, digits and underscores only.");
  const meta = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientInfo": { name: "@footfall/client", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {}
  };
  const params = { name, arguments: given, _meta: meta };
  const request = {
    method: "POST",
    path: `/api/mcp?answers=both${toolset === void 0 ? "" : `&toolset=${encodeURIComponent(toolset)}`}`,
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": REVISION,
      "mcp-method": "tools/call",
      "mcp-name": name
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })
  };
  return connection.ask(request, (incoming) => resultOf(incoming, connection.now()), signal);
}
function toolCall(connection, name, toolset) {
  return (given, { confirmation, signal }) => {
    const confirmed = confirmation && {
      confirm: true,
      idempotency_key: confirmation.key,
      ...confirmation.preview !== void 0 && { preview: confirmation.preview }
    };
    return callTool(connection, name, { ...given, ...confirmed }, toolset, signal);
  };
}
function resultOf(incoming, now) {
  const fields = fieldsOf(incoming);
  if (isFields(fields?.error)) throw protocolError(fields.error, incoming, now);
  if (incoming.status >= 400) throw errorOf(fields, incoming, now);
  const result = fields?.result;
  if (!isFields(result)) throw notOfTheService(incoming);
  const { structuredContent, content, isError } = result;
  if (!isFields(structuredContent)) throw notOfTheService(incoming);
  if (isError === true) {
    const status = typeof structuredContent.status === "number" ? structuredContent.status : incoming.status;
    throw errorOf(structuredContent, { ...incoming, status }, now);
  }
  if (!("data" in structuredContent)) throw notOfTheService(incoming);
  return { ...answerIn(structuredContent, incoming), text: textIn(content) };
}
function protocolError({ message, data }, incoming, now) {
  if (isFields(data) && typeof data.code === "string") return errorOf(data, incoming, now);
  if (incoming.status >= 400) return errorOf({ detail: message }, incoming, now);
  const detail = typeof message === "string" ? withoutSecrets(message) : "The call was rejected.";
  return new FootfallError("invalid_request", detail, { status: incoming.status });
}
function textIn(content) {
  const blocks = Array.isArray(content) ? content.filter(isFields) : [];
  return blocks.flatMap(({ text }) => typeof text === "string" ? text : []).join("\n");
}

// ../../packages/client/src/changes/keys.ts
var KEPT_MS = 24 * 60 * 60 * 1e3;
function newKey(random) {
  return Array.from(random(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
function checkedKey(key) {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalidArgument("`key` must be 1 to 255 visible ASCII characters.");
  return key;
}
var storedText = ({ key, until, preview }) => JSON.stringify({ key, until, preview });
function storedKey(name, text, now) {
  const kept = keptIn(text);
  if (kept === void 0) throw invalidArgument(`The store has no valid key for \u201C${name}\u201D.`);
  if (kept.until !== null && kept.until <= now) {
    const advice = "Check whether the change was made, and then call `forget()`.";
    throw new FootfallError("key_expired", `The key of \u201C${name}\u201D is too old to be repeated. ${advice}`);
  }
  return kept;
}
function keptIn(text) {
  try {
    const value = JSON.parse(text);
    if (!isFields(value)) return void 0;
    const { key, until, preview } = value;
    if (typeof key !== "string" || until !== null && typeof until !== "number") return void 0;
    return { key: checkedKey(key), until, preview: typeof preview === "string" ? preview : void 0 };
  } catch {
    return void 0;
  }
}

// ../../packages/client/src/changes/change.ts
var FIRST_LOOK_MS = 2e3;
var LAST_LOOK_MS = 3e4;
var Change = class {
  #call;
  #given;
  #connection;
  #options;
  #store;
  #key;
  #preview;
  constructor(call2, given, connection, options = {}, store) {
    if (options.key !== void 0 && options.intent !== void 0)
      throw invalidArgument("Give `key` or `intent`, not both.");
    if (options.intent !== void 0 && store === void 0)
      throw invalidArgument("`intent` needs a client with `keys`, in which the key is kept.");
    if (options.key !== void 0) checkedKey(options.key);
    this.#given = structuredClone(given);
    this.#call = call2;
    this.#connection = connection;
    this.#options = options;
    this.#store = store;
  }
  /** Asks what would change. */
  async preview({ signal = this.#options.signal } = {}) {
    const answer = await this.#call(this.#given, { signal });
    const previewed = stateOf(answer, "previewed");
    const proof = previewed.meta.confirm?.preview;
    if (proof !== void 0) this.#preview = proof;
    return previewed;
  }
  /** Makes the change, or replays it. */
  async confirm({ signal = this.#options.signal } = {}) {
    const kept = await this.#kept();
    const { key } = kept;
    try {
      const confirmation = { key, preview: this.#preview ?? kept.preview };
      const answer = await this.#call(this.#given, { confirmation, signal });
      const outcome = stateOf(answer, "executed", "awaiting_approval");
      const until = outcome.meta.idempotency.expires_at;
      await this.#keepUntil(until === null ? null : Date.parse(until));
      return outcome;
    } catch (error) {
      if (isFootfallError(error, "outcome_unknown")) await this.#keepUntil(null);
      throw withKey(error, key);
    }
  }
  /** Makes the change, and waits for the person where it needs an approval. Declined, it is the error `approval_declined`. */
  async settle({ signal = this.#options.signal, waitMs } = {}) {
    const { now, sleep: sleep3 } = this.#connection;
    const startedMs = now();
    for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 1.5, LAST_LOOK_MS)) {
      const outcome = await this.confirm(signal === void 0 ? {} : { signal });
      if (outcome.state === "executed") return outcome;
      const leftMs = waitMs === void 0 ? Number.POSITIVE_INFINITY : startedMs + waitMs - now();
      if (leftMs <= 0) {
        const detail = `Nobody has approved the change yet: ${outcome.approval.link}`;
        throw new FootfallError("still_awaiting_approval", detail, {}, await this.key());
      }
      await sleep3(Math.min(lookMs, leftMs), signal);
    }
  }
  /** The idempotency key of the change. */
  async key() {
    return (await this.#kept()).key;
  }
  /** Takes the kept key out of the store: the next change of this intent is another one. */
  async forget() {
    const { intent } = this.#options;
    if (intent !== void 0) await this.#store?.delete(intent);
    this.#key = void 0;
  }
  #kept() {
    const made = this.#key ?? this.#findKey();
    this.#key = made;
    made.catch(() => {
      if (this.#key === made) this.#key = void 0;
    });
    return made;
  }
  /** The key is kept before it is sent for the first time. */
  async #findKey() {
    const { key, intent } = this.#options;
    const now = this.#connection.now();
    if (key !== void 0) return { key, until: null };
    const made = { key: newKey(this.#connection.random), until: now + KEPT_MS, preview: this.#preview };
    if (intent === void 0 || this.#store === void 0) return { ...made, until: null };
    const text = await this.#store.get(intent);
    if (typeof text === "string") return storedKey(intent, text, now);
    await this.#store.set(intent, storedText(made));
    return made;
  }
  async #keepUntil(until) {
    const { intent } = this.#options;
    const kept = await this.#kept();
    if (intent === void 0 || this.#store === void 0 || Number.isNaN(until) || kept.until === until) return;
    this.#key = Promise.resolve({ ...kept, until });
    await this.#store.set(intent, storedText({ ...kept, until }));
  }
};
function stateOf({ data, meta, requestId }, ...states) {
  if (!isFields(data) || !isFields(meta) || !states.some((state) => state === data.state))
    throw new FootfallError("invalid_response", "The response is not one of the service.", { requestId });
  return { ...data, meta, requestId };
}

// ../../packages/client/src/generated/operations.ts
var ROUTES = {
  products_list: "GET /api/v1/products",
  products_get: "GET /api/v1/products/{product}",
  products_create: "POST /api/v1/products",
  products_update: "PATCH /api/v1/products/{product}",
  analytics_catalog: "GET /api/v1/stats/catalog",
  analytics_query: "GET /api/v1/stats",
  analytics_realtime: "GET /api/v1/stats/realtime",
  analytics_goals: "GET /api/v1/stats/goals",
  analytics_search_console: "GET /api/v1/stats/search-console",
  analytics_crawlers: "GET /api/v1/crawls",
  diagnostics_health: "GET /api/v1/stats/health",
  diagnostics_onboarding: "GET /api/v1/products/{product}/onboarding",
  diagnostics_installation: "GET /api/v1/products/{product}/installation",
  diagnostics_proxy: "GET /api/v1/products/{product}/proxy/diagnostics",
  diagnostics_annotations: "GET /api/v1/products/{product}/annotations",
  diagnostics_integrations: "GET /api/v1/mcp/integrations",
  domains_get: "GET /api/v1/products/{product}/domains",
  domains_update: "PUT /api/v1/products/{product}/domains",
  apps_get: "GET /api/v1/products/{product}/apps",
  apps_create: "POST /api/v1/products/{product}/apps",
  events_get: "GET /api/v1/products/{product}/events",
  events_update: "PUT /api/v1/products/{product}/events",
  preferences_get: "GET /api/v1/products/{product}/preferences",
  preferences_update: "PATCH /api/v1/products/{product}/preferences",
  shields_get: "GET /api/v1/products/{product}/shields",
  shields_update: "PUT /api/v1/products/{product}/shields",
  crawlers_get: "GET /api/v1/products/{product}/crawlers",
  crawlers_update: "PATCH /api/v1/products/{product}/crawlers",
  funnels_list: "GET /api/v1/products/{product}/funnels",
  funnels_create: "POST /api/v1/products/{product}/funnels",
  funnels_update: "PUT /api/v1/products/{product}/funnels/{funnel_id}",
  funnels_delete: "DELETE /api/v1/products/{product}/funnels/{funnel_id}",
  team_list: "GET /api/v1/products/{product}/members",
  team_invite: "POST /api/v1/products/{product}/members",
  team_update: "PATCH /api/v1/products/{product}/members/{member}",
  team_remove: "DELETE /api/v1/products/{product}/members/{member}",
  keys_list: "GET /api/v1/products/{product}/keys",
  keys_create: "POST /api/v1/products/{product}/keys",
  keys_revoke: "DELETE /api/v1/products/{product}/keys/{key_id}",
  account_get: "GET /api/v1/mcp/account",
  tokens_list: "GET /api/v1/access-tokens",
  tokens_create: "POST /api/v1/access-tokens",
  tokens_revoke: "DELETE /api/v1/access-tokens/{token_id}",
  segments_list: "read",
  segments_create: "write",
  segments_update: "write",
  annotations_create: "write",
  annotations_update: "write",
  alerts_list: "read",
  alerts_create: "write",
  alerts_update: "write",
  reports_list: "read",
  reports_create: "write",
  reports_update: "write",
  analytics_errors: "read",
  analytics_journeys: "read"
};

// ../../packages/client/src/reads/read.ts
var Read = class {
  #call;
  #given;
  #signal;
  #asked;
  constructor(call2, given, { signal } = {}) {
    this.#call = call2;
    this.#given = given;
    this.#signal = signal;
  }
  // biome-ignore lint/suspicious/noThenProperty: a question is asked when it is awaited
  then(done, failed) {
    this.#asked ??= this.#ask(this.#given);
    return this.#asked.then(done, failed);
  }
  async *pages() {
    const seen = /* @__PURE__ */ new Set();
    for (let given = this.#given; ; ) {
      const answer = await this.#ask(given);
      yield answer;
      const cursor = answer.page?.next_cursor;
      if (typeof cursor !== "string") return;
      if (seen.has(cursor)) throw new FootfallError("invalid_response", "The server repeats a page.");
      seen.add(cursor);
      given = { ...this.#given, cursor };
    }
  }
  async *[Symbol.asyncIterator]() {
    for await (const { data } of this.pages()) {
      if (!Array.isArray(data)) throw new FootfallError("invalid_argument", "This answer is not a list; use `pages()`.");
      yield* data;
    }
  }
  async #ask(given) {
    return asPage(await this.#call(given, { signal: this.#signal }));
  }
};
function asPage({ data, meta, page, requestId }) {
  return { data, meta, ...page && { page }, requestId };
}

// ../../packages/client/src/transport/connection-error.ts
var OF_CERTIFICATES = /CERT|SELF_SIGNED|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^ERR_TLS/;
var OWN_AUTHORITY = "NODE_EXTRA_CA_CERTS";
var SILENT = "it does not answer; check the address and your network";
var NOT_HTTPS = "it does not speak https there; check the scheme and the port";
var REASONS = {
  ECONNREFUSED: "nothing answers there; check the address, and that the service runs",
  ECONNRESET: "the connection was closed",
  ENOTFOUND: "this host name is unknown; check its spelling",
  EAI_AGAIN: "the host name could not be looked up; check your network",
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: "it cannot be reached from this network",
  ENETUNREACH: "it cannot be reached from this network",
  UND_ERR_CONNECT_TIMEOUT: SILENT,
  UND_ERR_SOCKET: "the connection was closed",
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet; check the clock of this machine",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host name",
  HOSTNAME_MISMATCH: "its certificate is for another host name",
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is self-signed; name the file of your own authority in ${OWN_AUTHORITY}`,
  ERR_SSL_WRONG_VERSION_NUMBER: NOT_HTTPS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_HTTPS
};
function connectionProblem(error) {
  const root = rootOf(error);
  if (!("code" in root) || typeof root.code !== "string")
    return { code: void 0, isOfCertificate: false, reason: root.message.replace(/\.$/, "") };
  const { code } = root;
  const isOfCertificate = OF_CERTIFICATES.test(code);
  const other = isOfCertificate ? `its certificate comes from an unknown authority; name its file in ${OWN_AUTHORITY}` : "the connection failed";
  return { code, isOfCertificate, reason: REASONS[code] ?? `${other} (${code})` };
}
function connectionError(cause) {
  const { isOfCertificate, reason } = connectionProblem(cause);
  const why = withoutSecrets(reason);
  return isOfCertificate ? new FootfallError("untrusted_certificate", `Nothing was sent to the server: ${why}.`, { cause }) : new FootfallError("no_response", `No response came from the server: ${why}.`, { cause });
}
function rootOf(error) {
  if (!(error instanceof Error)) return new Error("the connection failed");
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner instanceof Error ? rootOf(inner) : error;
}

// ../../packages/client/src/transport/request.ts
async function send({ method, url, headers, body }, { fetch }, { timeoutMs, responseBytesMax }, signal) {
  signal?.throwIfAborted();
  const attempt = new AbortController();
  const abort = () => attempt.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => attempt.abort(new Error(`it did not answer within ${timeoutMs / 1e3} s`)), timeoutMs);
  try {
    const init = { method, headers, redirect: "manual", signal: attempt.signal };
    const response = await fetch(url, body === void 0 ? init : { ...init, body });
    const { status } = response;
    if (response.type === "opaqueredirect" || status >= 300 && status < 400) {
      await response.body?.cancel();
      const redirectedTo = originOf(response.headers.get("location"), url);
      throw new FootfallError("redirected", "The server answered with a redirect, which is not followed.", {
        status,
        redirectedTo
      });
    }
    const text = await boundedText(response, responseBytesMax);
    return { status, text, header: (name) => response.headers.get(name) ?? void 0 };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof FootfallError) throw error;
    throw connectionError(attempt.signal.aborted ? attempt.signal.reason : error);
  } finally {
    signal?.removeEventListener("abort", abort);
    clearTimeout(timer);
    attempt.abort();
  }
}
function originOf(location, url) {
  return location !== null && URL.canParse(location, url) ? new URL(location, url).origin : void 0;
}
async function boundedText(response, bytesMax) {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > bytesMax) {
      await reader.cancel();
      throw new FootfallError("response_too_large", `The response has more than ${bytesMax} bytes.`, {
        status: response.status
      });
    }
    text += decoder.decode(value, { stream: true });
  }
}
var LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
function serverAddress(server, allowHttp) {
  const url = URL.canParse(String(server)) ? new URL(server) : void 0;
  if (url === void 0 || !/^https?:$/.test(url.protocol))
    throw invalidArgument("`server` must be an address such as https://stats.example.com.");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw invalidArgument("`server` must have no credentials, no query and no fragment.");
  if (url.protocol === "http:" && !allowHttp && !LOOPBACK.test(url.hostname))
    throw invalidArgument("`server` must begin with https, except on this machine; `allowHttp` allows http.");
  return url.origin + url.pathname.replace(/\/+$/, "");
}
function bearer(token) {
  if (!/^[\x21-\x7e]{1,4096}$/.test(token)) throw invalidArgument("The token must be visible ASCII characters.");
  return `Bearer ${token}`;
}

// ../../packages/client/src/transport/runtime.ts
function runtimeOf(given) {
  return {
    // Browsers reject a `fetch` that is called as the method of another object.
    fetch: given.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    now: given.now ?? Date.now,
    sleep: given.sleep ?? sleep,
    random: given.random ?? ((bytes) => globalThis.crypto.getRandomValues(new Uint8Array(bytes)))
  };
}
function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

// ../../packages/client/src/tokens/token-endpoint.ts
var LIMITS = { timeoutMs: 3e4, responseBytesMax: 16 * 1024 * 1024, attempts: 4, waitMsMax: 6e4 };
function policyOf(given) {
  return {
    timeoutMs: given.timeoutMs ?? LIMITS.timeoutMs,
    responseBytesMax: given.responseBytesMax ?? LIMITS.responseBytesMax,
    attempts: given.attempts ?? LIMITS.attempts,
    waitMsMax: given.waitMsMax ?? LIMITS.waitMsMax
  };
}
function authorizationServer(options) {
  const { signal, allowHttp = false } = options;
  const runtime = runtimeOf(options);
  const policy = policyOf(options);
  const accept = { accept: "application/json" };
  return {
    address: serverAddress(options.server, allowHttp),
    runtime,
    policy,
    get: (url) => send({ method: "GET", url, headers: accept }, runtime, policy, signal),
    post(endpoint, form) {
      const headers = { ...accept, "content-type": "application/x-www-form-urlencoded" };
      const url = serverAddress(endpoint, allowHttp);
      return send({ method: "POST", url, headers, body: new URLSearchParams(form).toString() }, runtime, policy, signal);
    }
  };
}
function oauthError(incoming, now, code) {
  const { status, header } = incoming;
  const { error, error_description } = fieldsOf(incoming) ?? {};
  const facts = { status, requestId: header("request-id"), retryAfterMs: retryAfterMs(incoming, now) };
  if (typeof error !== "string" || status === 429 || status >= 500)
    return new FootfallError(codeOfStatus(status), `The token endpoint answered with status ${status}.`, facts);
  const detail = typeof error_description === "string" ? error_description : error;
  return new FootfallError(code, withoutSecrets(detail), { ...facts, oauthError: withoutSecrets(error) });
}

// ../../packages/client/src/transport/connection.ts
function connectionTo(server, tokens, runtime, policy) {
  return {
    now: runtime.now,
    random: runtime.random,
    sleep: runtime.sleep,
    ask({ path, headers, ...request }, read, signal) {
      const attempt = async (token) => {
        const authorized = { accept: "application/json", ...headers, authorization: bearer(token) };
        return read(await send({ ...request, url: server + path, headers: authorized }, runtime, policy, signal));
      };
      const withToken = async () => {
        const token = await tokens.token(signal);
        try {
          return await attempt(token);
        } catch (error) {
          if (tokens.rejected === void 0 || !isFootfallError(error, "invalid_token")) throw error;
          tokens.rejected(token);
          return attempt(await tokens.token(signal));
        }
      };
      return withRetries(withToken, policy, runtime, signal);
    }
  };
}

// ../../packages/client/src/client.ts
function createClient(options) {
  const { token, keys } = options;
  const connection = connectionTo(
    serverAddress(options.server, options.allowHttp ?? false),
    typeof token === "string" ? keptToken(token) : token,
    runtimeOf(options),
    policyOf(options)
  );
  const byName = {
    read: (name, given = {}, chosen) => new Read(callOf(connection, name, false), given, chosen),
    change: (name, given = {}, chosen) => new Change(callOf(connection, name, true), given, connection, chosen, keys),
    callTool: (name, given = {}, { signal, toolset } = {}) => callTool(connection, name, given, toolset, signal)
  };
  const groups = {};
  for (const [short, route] of Object.entries(ROUTES)) {
    const [group = "", ...words] = short.split("_");
    const name = PREFIX + short;
    groups[group] ??= {};
    groups[group][camelCase(words)] = isOfChange(route) ? (given, chosen) => byName.change(name, given, chosen) : (given, chosen) => byName.read(name, given, chosen);
  }
  return { ...groups, ...byName };
}
var PREFIX = "service_";
var isOfChange = (route) => route === "write" || route !== "read" && !route.startsWith("GET ");
function callOf(connection, name, changes) {
  const short = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : "";
  const route = Object.hasOwn(ROUTES, short) ? ROUTES[short] : void 0;
  if (route === void 0 || isOfChange(route) !== changes)
    throw invalidArgument(`There is no ${changes ? "change" : "read"} \u201C${name}\u201D.`);
  return route === "read" || route === "write" ? toolCall(connection, name, "content") : restCall(connection, route);
}
function keptToken(token) {
  bearer(token);
  return { token: () => token };
}
function camelCase([first = "", ...others]) {
  return first + others.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("");
}

// ../../packages/client/src/tokens/exchange.ts
var TYPE = "urn:ietf:params:oauth:token-type:";
async function exchangeWorkloadIdentity(options) {
  const { subjectToken, subjectTokenType = "jwt", trustId, scope, signal } = options;
  const { address, runtime, policy, post } = authorizationServer(options);
  const attempt = async () => {
    const startedMs = runtime.now();
    const form = {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: typeof subjectToken === "string" ? subjectToken : await subjectToken(signal),
      subject_token_type: TYPE + subjectTokenType,
      ...trustId !== void 0 && { trust_id: trustId },
      ...scope !== void 0 && { scope: scope.join(" ") }
    };
    return tokenOf(await post(`${address}/oauth/token`, form), startedMs);
  };
  const attempts = typeof subjectToken === "string" ? 1 : policy.attempts;
  return withRetries(attempt, { ...policy, attempts }, runtime, signal);
}
function tokenOf(incoming, now) {
  const fields = fieldsOf(incoming);
  if (incoming.status >= 400 || fields === void 0) throw oauthError(incoming, now, "exchange_rejected");
  const { access_token, expires_in, scope } = fields;
  if (typeof access_token !== "string" || typeof expires_in !== "number") throw notOfTheService(incoming);
  return { accessToken: access_token, expiresAt: now + expires_in * 1e3, scope: scopesIn(scope) };
}
function scopesIn(scope) {
  return typeof scope === "string" ? scope.split(" ").filter((name) => name !== "") : [];
}

// ../../packages/client/src/tokens/revoke.ts
async function revokeExchangedToken(options) {
  const server = authorizationServer(options);
  await revokeAt(server, `${server.address}/oauth/revoke`, options);
}
async function revokeAt({ post, runtime, policy }, endpoint, { token, clientId, signal }) {
  bearer(token);
  const form = { token, ...clientId !== void 0 && { client_id: clientId } };
  const attempt = async () => {
    const incoming = await post(endpoint, form);
    if (incoming.status >= 400) throw errorOf(problemOf(fieldsOf(incoming)), incoming, runtime.now());
  };
  await withRetries(attempt, policy, runtime, signal);
}
function problemOf(fields) {
  return fields && { detail: fields.error_description ?? fields.error };
}

// src/inputs.ts
var InputError = class extends Error {
  name = "InputError";
};
function readInputs(env2, nowMs) {
  const input = (name) => {
    const value = env2[`INPUT_${name.toUpperCase()}`]?.trim();
    return value === "" ? void 0 : value;
  };
  const server = serverOf(input("server"));
  const marker = markerOf(input, nowMs);
  const tool = toolOf(input);
  const outputToken = flagOf("output-token", input("output-token"));
  const token = input("token");
  if (token !== void 0 && !/^[\x21-\x7e]+$/.test(token)) throw new InputError("token must be an account token.");
  for (const name of ["audience", "trust-id", "scope"])
    if (token !== void 0 && input(name) !== void 0)
      throw new InputError(`${name} is for the identity of the job; leave it or token out.`);
  if (token !== void 0 && outputToken) throw new InputError("output-token is for the identity of the job.");
  if (marker === void 0 && tool === void 0 && !outputToken)
    throw new InputError("There is nothing to do: give marker, tool, or output-token.");
  const access = token === void 0 ? {
    kind: "identity",
    audience: input("audience") ?? server,
    trustId: input("trust-id"),
    scope: input("scope")?.split(/[\s,]+/)
  } : { kind: "token", token };
  return { server, access, marker, tool, outputToken };
}
function serverOf(given) {
  if (given === void 0) throw new InputError("server is missing: the address of the service.");
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new InputError("server must be an address such as https://stats.example.com.");
  return given.replace(/\/+$/, "");
}
function markerOf(input, nowMs) {
  const title = input("marker");
  if (title === void 0) {
    for (const name of ["product", "marker-note", "marker-date", "marker-timezone"])
      if (input(name) !== void 0) throw new InputError(`${name} has no effect without marker.`);
    return void 0;
  }
  const product = input("product");
  if (product === void 0) throw new InputError("product is missing: the product of the marker.");
  const [date, zone] = [input("marker-date"), input("marker-timezone")];
  if (date !== void 0 && zone !== void 0)
    throw new InputError("marker-timezone has no effect beside marker-date.");
  if (date !== void 0 && !isDate(date)) throw new InputError("marker-date must be a day such as 2026-11-28.");
  return { product, title, note: input("marker-note"), date: zone === void 0 ? date : today(nowMs, zone) };
}
function isDate(text) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = /* @__PURE__ */ new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
function today(nowMs, timeZone) {
  try {
    return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(nowMs);
  } catch {
    throw new InputError("marker-timezone must be a time zone such as Europe/Berlin.");
  }
}
function toolOf(input) {
  const [name, text] = [input("tool"), input("arguments")];
  if (name === void 0) {
    if (text !== void 0) throw new InputError("arguments has no effect without tool.");
    return void 0;
  }
  if (!/^service_\w{1,100}$/.test(name)) throw new InputError("tool must be the name of a tool: service_\u2026.");
  return { name, arguments: text === void 0 ? {} : jsonObject(text) };
}
function jsonObject(text) {
  const value = parsed(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new InputError("arguments must be a JSON object.");
  return { ...value };
}
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError("arguments must be JSON.");
  }
}
function flagOf(name, value) {
  if (value !== void 0 && value !== "true" && value !== "false")
    throw new InputError(`${name} must be true or false.`);
  return value === "true";
}

// src/identity.ts
var ATTEMPTS = 3;
var TOKEN_LENGTH_MAX = 16384;
async function jobIdentity(env2, audience, { fetch, sleep: sleep3 }) {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = env2;
  if (!address || !token)
    throw new InputError("The job has no identity. Add \u201Cpermissions: id-token: write\u201D to it, or give token.");
  const url = new URL(address);
  url.searchParams.set("audience", audience);
  const headers = { authorization: `bearer ${token}`, accept: "application/json" };
  for (let made = 1; ; made++) {
    const response = await fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(3e4) }).catch(
      () => void 0
    );
    if (response?.ok) return tokenIn(await response.json().catch(() => void 0));
    const mayPass = response === void 0 || response.status >= 500 || response.status === 429;
    if (!mayPass || made === ATTEMPTS)
      throw new Error(
        `The runner gave no identity: ${response === void 0 ? "no answer" : `status ${response.status}`}.`
      );
    await sleep3(1e3 * made);
  }
}
function tokenIn(body) {
  const value = typeof body === "object" && body !== null && "value" in body ? body.value : void 0;
  if (typeof value !== "string" || value === "" || value.length > TOKEN_LENGTH_MAX)
    throw new Error("The runner gave no identity: its answer has no token.");
  return value;
}

// src/run.ts
var TOOLSETS = "analytics,settings,team,tokens,content";
async function runStep(dependencies2) {
  const { env: env2, runner: runner2, fetch, now, sleep: sleep3 } = dependencies2;
  const inputs = readInputs(env2, now());
  const { server } = inputs;
  const token = await tokenFor(inputs, dependencies2);
  const footfall = createClient({ server, token, fetch, now, sleep: sleep3 });
  if (inputs.marker !== void 0) await mark(footfall, inputs.marker, env2, runner2);
  if (inputs.tool !== void 0) await call(footfall, inputs.tool, env2, runner2);
}
async function tokenFor({ server, access, outputToken }, dependencies2) {
  const { env: env2, runner: runner2, fetch, now, sleep: sleep3 } = dependencies2;
  if (access.kind === "token") {
    runner2.mask(access.token);
    return access.token;
  }
  const { audience, trustId, scope } = access;
  const subjectToken = async () => {
    const identity = await jobIdentity(env2, audience, { fetch, sleep: sleep3 });
    runner2.mask(identity);
    return identity;
  };
  const named = { ...trustId !== void 0 && { trustId }, ...scope !== void 0 && { scope } };
  const exchanged = await exchangeWorkloadIdentity({ server, subjectToken, ...named, fetch, now, sleep: sleep3 });
  const { accessToken, expiresAt } = exchanged;
  runner2.mask(accessToken);
  runner2.keep("token", accessToken);
  runner2.keep("server", server);
  runner2.output("expires-at", new Date(expiresAt).toISOString());
  if (outputToken) runner2.output("token", accessToken);
  runner2.info(`The job has a token with ${exchanged.scope.join(", ")}, until ${new Date(expiresAt).toISOString()}.`);
  return accessToken;
}
async function mark(footfall, { product, title, note, date }, env2, runner2) {
  const given = { product, title, ...date !== void 0 && { date }, ...note !== void 0 && { note } };
  const outcome = await footfall.annotations.create(given, { key: keyOf(env2, "marker") }).confirm();
  runner2.output("marker-state", outcome.state);
  if (outcome.state === "awaiting_approval") {
    runner2.warn(`The marker waits for a person: ${outcome.approval.link}`);
    return;
  }
  if (outcome.result === null) return runner2.info(`The marker \u201C${title}\u201D was written before.`);
  runner2.output("marker-id", outcome.result.id);
  runner2.info(`The marker \u201C${title}\u201D has the date ${outcome.result.date}.`);
}
async function call(footfall, { name, arguments: given }, env2, runner2) {
  const isConfirmed = given.confirm === true && given.idempotency_key === void 0;
  const named = isConfirmed ? { ...given, idempotency_key: keyOf(env2, name) } : given;
  const { data } = await footfall.callTool(name, named, { toolset: TOOLSETS });
  runner2.output("result", JSON.stringify(data));
  runner2.info(`${name} has answered; the output result has its data.`);
}
function keyOf({ GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_JOB, GITHUB_ACTION }, what) {
  const parts = ["github", GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_JOB, GITHUB_ACTION, what];
  return parts.map((part) => (part ?? "").replaceAll(/[^\w./-]/g, "_")).join(":").slice(0, 255);
}
async function runPost({ runner: runner2, fetch, now, sleep: sleep3 }) {
  const [server, token] = [runner2.kept("server"), runner2.kept("token")];
  if (server === void 0 || token === void 0) return;
  runner2.mask(token);
  try {
    await revokeExchangedToken({ server, token, fetch, now, sleep: sleep3 });
    runner2.info("The token of the job has ended.");
  } catch (error) {
    runner2.warn(`The token could not be ended before it expires. ${error instanceof Error ? error.message : ""}`);
  }
}

// src/runner.ts
import { appendFileSync } from "node:fs";
var OUTPUT_LENGTH_MAX = 1e6;
function runnerOf(env2, print, newId) {
  const command = (name, text) => print(`::${name}::${escaped(text)}`);
  const append = (variable, name, value) => {
    const file = env2[variable];
    if (file === void 0) throw new Error(`${variable} is missing: this does not run on a runner of GitHub Actions.`);
    if (value.length > OUTPUT_LENGTH_MAX)
      throw new Error(`The output ${name} has more than ${OUTPUT_LENGTH_MAX} characters.`);
    const end = `end_${newId()}`;
    appendFileSync(file, `${name}<<${end}
${value}
${end}
`);
  };
  return {
    mask: (secret) => command("add-mask", secret),
    info: (text) => print(withoutCommands(text)),
    warn: (text) => command("warning", text),
    fail: (text) => command("error", text),
    output: (name, value) => append("GITHUB_OUTPUT", name, value),
    keep: (name, value) => append("GITHUB_STATE", name, value),
    kept: (name) => env2[`STATE_${name}`]
  };
}
function escaped(text) {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
function withoutCommands(text) {
  return text.replaceAll(/[\r\n]+/g, " ").replace(/^\s*(?=::|##\[)/, "\xB7 ");
}

// src/main.ts
var { env } = process;
var runner = runnerOf(env, (line) => process.stdout.write(`${line}
`), randomUUID);
var sleep2 = async (ms, signal) => {
  await setTimeout2(ms, void 0, signal === void 0 ? {} : { signal });
};
var dependencies = { env, runner, fetch: globalThis.fetch, now: Date.now, sleep: sleep2 };
try {
  const isPost = runner.kept("isPost") === "true";
  if (!isPost) runner.keep("isPost", "true");
  await (isPost ? runPost(dependencies) : runStep(dependencies));
} catch (error) {
  runner.fail(error instanceof Error ? error.message : "The step failed.");
  process.exitCode = 1;
}
