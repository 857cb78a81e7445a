"""The parts of learning: a network, imitation of a bot's answers, and masked PPO."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from magnum_sal.bots import make_bot

from .games import ACTIONS, LENGTH, LearnerGame, Numbers, Samples, play_games, result_of


class Network(nn.Module):  # type: ignore[misc]  # PyTorch is not installed for the type check
    """Two hidden layers, a score for each action, and the expected result."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(LENGTH))
        self.register_buffer("spread", torch.ones(LENGTH))
        self.hidden = nn.ModuleList([nn.Linear(LENGTH, width), nn.Linear(width, width)])
        self.policy = nn.Linear(width, len(ACTIONS))
        self.value = nn.Linear(width, 1)

    def adjust(self, observations: Tensor) -> None:
        """Compute the mean and spread of each number for scaling, because many numbers are close to 0 in every game."""
        self.mean.copy_(observations.mean(0))
        self.spread.copy_(observations.std(0).clamp(min=0.02))

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of the actions, very small for impossible ones, and the expected results."""
        seen = (observations - self.mean) / self.spread
        for layer in self.hidden:
            seen = layer(seen).relu()
        logits = self.policy(seen).masked_fill(masks == 0, -1e9)
        return logits, self.value(seen).tanh().squeeze(-1)


def imitate(network: Network, samples: Samples, epochs: int, rate: float = 2e-3) -> float:
    """
    Train the network to give the answers of *samples*, and to expect their results.

    Returns:
        The share of answers that are the network's first choice, in the tenth of the samples that it does not learn
        from.
    """
    observations, masks, actions, results = (torch.from_numpy(column) for column in samples)
    # Whole stretches of games are held out, because neighbouring positions are alike.
    is_held = torch.arange(len(actions)) // 100 % 10 == 9
    held, learned = is_held.nonzero().squeeze(1), (~is_held).nonzero().squeeze(1)
    network.adjust(observations[learned].float())
    size = 256
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-2)
    steps = epochs * len(learned.split(size))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps)
    for _ in range(epochs):
        for rows in learned[torch.randperm(len(learned))].split(size):
            logits, values = network(observations[rows].float(), masks[rows])
            loss = nn.functional.cross_entropy(logits, actions[rows])
            loss = loss + 0.5 * nn.functional.mse_loss(values, results[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    with torch.no_grad():
        logits, _ = network(observations[held].float(), masks[held])
    return float((logits.argmax(1) == actions[held]).float().mean())


def choose_by(network: Network) -> Callable[[Numbers, Numbers], tuple[Numbers, ...]]:
    """Return a function that draws actions, with their log probabilities and the expected results."""

    def choose(observations: Numbers, masks: Numbers) -> tuple[Numbers, ...]:
        with torch.no_grad():
            logits, values = network(torch.from_numpy(observations), torch.from_numpy(masks))
        drawn = torch.distributions.Categorical(logits=logits)
        actions = drawn.sample()
        return actions.numpy(), drawn.log_prob(actions).numpy(), values.numpy()

    return choose


def play_batch(
    weights: Mapping[str, Tensor], width: int, opponents: Sequence[str], seeds: Sequence[int]
) -> list[Numbers]:
    """
    Play a game against each of the *opponents*, a bot's name or ``"self"``, and return the columns of all answers.

    The columns are those of ``columns_of``. A game that does not end is lost for all learners.
    """
    torch.set_num_threads(1)
    torch.manual_seed(seeds[0])
    network = Network(width)
    network.load_state_dict(weights)
    games = []
    for seed, name in zip(seeds, opponents, strict=True):
        bots = (
            {} if name == "self" else {random.Random(seed).randrange(2): make_bot(name, seed=seed)}
        )
        games.append(LearnerGame(bots, seed))
    play_games(choose_by(network), games)
    parts = []
    for game in games:
        for seat, rows in game.rows.items():
            won = result_of(game.state) * (1 if seat == 0 else -1) if game.state.is_over else -1.0
            parts.append(columns_of(rows, won))
    return [np.concatenate(columns) for columns in zip(*parts, strict=True)]


def improve(
    network: Network,
    optimizer: torch.optim.Optimizer,
    batch: list[Numbers],
    epochs: int = 3,
    entropy: float = 0.005,
) -> float:
    """
    Train the policy with the answers of a batch: proximal policy optimization (Schulman and others, 2017).

    Returns:
        How far the new policy is from the one that played (an estimate of the Kullback-Leibler divergence).
    """
    observations, masks, chances, actions, gains, results = map(torch.from_numpy, batch)
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    drifts: list[float] = []
    for _ in range(epochs):
        drifts.clear()
        for rows in torch.randperm(len(actions)).split(2048):
            logits, values = network(observations[rows], masks[rows])
            drawn = torch.distributions.Categorical(logits=logits)
            change = drawn.log_prob(actions[rows]) - chances[rows]
            ratio, gain = change.exp(), gains[rows]
            better = torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
            loss = (
                0.5 * nn.functional.mse_loss(values, results[rows])
                - better
                - entropy * drawn.entropy().mean()
            )
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
            drifts.append((ratio - 1 - change).mean().item())
    return float(np.mean(drifts))


def columns_of(rows: list[tuple[Any, ...]], won: float, trace: float = 0.95) -> list[Numbers]:
    """
    Return the columns of one player's answers in a game.

    The gain of an answer is the generalized advantage (Schulman and others, 2015): a weighted mean of how much better
    than expected the game looked one, two, ... answers later. The result to expect is the value plus the gain.
    """
    observations, masks, chances, values, actions = (
        np.array(column) for column in zip(*rows, strict=True)
    )
    steps = np.append(values[1:], won) - values
    gains, gain = np.empty_like(values, dtype=np.float32), 0.0
    for index in range(len(steps) - 1, -1, -1):
        gain = steps[index] + trace * gain
        gains[index] = gain
    return [observations, masks, chances, actions, gains, (gains + values).astype(np.float32)]
