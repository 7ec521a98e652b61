import express from 'express'

/**
 * The least that an Express service can do: node bare-express.ts PORT JSON. `GET /` answers the JSON from memory,
 * `POST /` reads a JSON body and answers 202.
 */
const [port = '0', json = '{}'] = process.argv.slice(2)
const answer: unknown = JSON.parse(json)
const app = express()
app.get('/', (_req, res) => {
  res.json(answer)
})
app.post('/', express.json(), (_req, res) => {
  res.status(202).json({ accepted: true })
})
app.listen(Number(port), '127.0.0.1')
